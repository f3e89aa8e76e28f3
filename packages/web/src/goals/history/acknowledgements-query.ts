import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'
import { goalHistoryQuery, maximumPagesOfWholeList } from '../data/queries.ts'

/** Everybody who has acknowledged a report. Reloaded with the history. */
export function acknowledgementsQuery(organizationId: string, goalId: string, revision: number) {
  return queryOptions({
    queryKey: [...goalHistoryQuery(organizationId, goalId).queryKey, 'acknowledgements', revision],
    queryFn: async () => {
      const params = { goalId, revision: String(revision) }
      const { pages } = await allPages(
        (cursor) => api.listGoalUpdateAcknowledgements({ params, query: { cursor } }),
        maximumPagesOfWholeList,
      )
      return pages.flatMap(({ acknowledgements }) => acknowledgements)
    },
  })
}
