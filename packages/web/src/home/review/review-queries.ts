import type { BriefScope } from '@cairn/contract/schemas/feed/brief'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import { goalsKey, listGoalSummaries } from '../../goals/data/queries.ts'
import { dayMilliseconds } from '../../presentation/time/format.ts'
import { freshDays } from './queue.ts'

/** As many as fit into one response. */
const goalsPerPage = 50

/** The goals of a scope, most pressing first. Changes of goals load them again. */
export function reviewQuery(organizationId: string, scope: BriefScope) {
  return infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'brief', 'review', scope],
    queryFn: ({ pageParam }) =>
      api.getBrief({ query: { scope, limit: goalsPerPage, ...(pageParam && { goalsCursor: pageParam }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ goalsCursor }) => goalsCursor ?? undefined,
  })
}

/** The active goals that changed last: their reports are read also where nothing else presses. */
export function freshGoalsQuery(organizationId: string) {
  // The same all day.
  const since = new Date(Date.now() - freshDays * dayMilliseconds)
  since.setHours(0, 0, 0, 0)
  const filters = { status: 'active', updatedSince: since.toISOString() }
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'fresh', filters],
    queryFn: async () => (await listGoalSummaries(filters, { limit: goalsPerPage })).goals,
  })
}

/** The last report of a goal. */
export function lastReportQuery(organizationId: string, goalId: string) {
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'last-report', goalId],
    queryFn: async () => {
      const { updates } = await api.listGoalUpdates({
        params: { goalId },
        query: { order: 'desc', limit: 1 },
      })
      return updates[0] ?? null
    },
  })
}
