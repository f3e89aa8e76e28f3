import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'

/** A member has at most 50 own views, and an organization 100 shared ones. */
const maximumPages = 2

/** The reader's own saved views and the shared ones. */
export function goalViewsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'goal-views'],
    queryFn: async () => {
      const { pages } = await allPages((cursor) => api.listGoalViews({ query: { cursor } }), maximumPages)
      return pages.flatMap(({ goalViews }) => goalViews)
    },
    staleTime: 60_000,
  })
}
