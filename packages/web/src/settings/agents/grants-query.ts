import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { personApi } from '../../data/api/client.ts'

const maximumPages = 20

/** The access that the person has granted to programs, in all organizations. */
export const grantsQuery = queryOptions({
  queryKey: ['oauth-grants'],
  queryFn: async () => {
    const list = (cursor: string | undefined) => personApi.listOAuthGrants({ query: { cursor } })
    const { pages } = await allPages(list, maximumPages)
    return pages.flatMap(({ grants }) => grants)
  },
})
