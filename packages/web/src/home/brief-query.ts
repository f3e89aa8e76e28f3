import { briefDefaults } from '@cairn/contract/schemas/feed/brief'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../data/api/client.ts'
import { dayMilliseconds } from '../presentation/time/format.ts'
import type { LastVisit } from './last-visit.ts'

/** What needs the person, and what has happened since the last visit, or in the last 7 days if that was later. */
export function briefQuery(organizationId: string, lastVisit: LastVisit | undefined) {
  const since = sinceOf(lastVisit)
  return queryOptions({
    // Live updates load it again by the first three parts.
    queryKey: ['organization', organizationId, 'brief', since ?? null],
    queryFn: () => api.getBrief({ query: { since } }),
  })
}

function sinceOf(lastVisit: LastVisit | undefined): string | undefined {
  if (!lastVisit) return undefined
  const weekAgo = Date.now() - briefDefaults.days * dayMilliseconds
  return Date.parse(lastVisit.lookedAt) < weekAgo ? lastVisit.lookedAt : undefined
}
