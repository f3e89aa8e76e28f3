import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'

const maximumPages = 20

/** The person’s own tokens in an organization. */
export function apiTokensQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'api-tokens'],
    queryFn: async () => {
      const { pages } = await allPages((cursor) => api.listApiTokens({ query: { cursor } }), maximumPages)
      return pages.flatMap(({ tokens }) => tokens)
    },
  })
}

/** The tokens of everybody in an organization, for its administrators. */
export function organizationTokensQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'organization-api-tokens'],
    queryFn: async () => {
      const list = (cursor: string | undefined) => api.listOrganizationApiTokens({ query: { cursor } })
      const { pages } = await allPages(list, maximumPages)
      return pages.flatMap(({ tokens }) => tokens)
    },
  })
}
