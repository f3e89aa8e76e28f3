import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../../data/api/all-pages.ts'
import { api } from '../../../data/api/client.ts'
import { dayMilliseconds } from '../../../presentation/time/format.ts'
import { workKey } from '../work-queries.ts'

const maximumPages = 5

/** Sums over the last days up to today, in UTC, as the service counts them. */
export function usageQuery(organizationId: string, by: 'goal' | 'actor', days: number) {
  return queryOptions({
    queryKey: workKey(organizationId, 'usage', by, days),
    queryFn: async () => {
      const since = new Date(Date.now() - (days - 1) * dayMilliseconds).toISOString().slice(0, 10)
      const { pages, isComplete } = await allPages(
        (cursor) => api.listUsage({ query: { by, since, limit: 100, cursor } }),
        maximumPages,
      )
      return { usage: pages.flatMap(({ usage }) => usage), isComplete }
    },
  })
}
