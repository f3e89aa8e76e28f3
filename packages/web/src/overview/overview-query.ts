import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalSummary } from '@cairn/contract/schemas/goals'
import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../api/all-pages.ts'
import { api } from '../api/client.ts'
import { listGoalSummaries } from '../goals/goal-summaries.ts'
import { goalsKey } from '../goals/queries.ts'
import { dayMilliseconds } from '../time/format.ts'
import type { Period } from './overview-search.ts'
import { type Snapshot, snapshotsOf } from './walk-back.ts'

/** In pages of 100. Larger organizations see the goals that changed last, and a shorter time. */
const maximumGoalPages = 10
const maximumEventPages = 20

export type Overview = {
  goals: GoalSummary[]
  /** Oldest first; the last one is now. */
  snapshots: Snapshot[]
  /** Whether these are all goals of the organization. */
  isComplete: boolean
  /** From when on the past is known, if the period begins earlier. */
  knownFrom: number | undefined
}

/** How the goals of an organization are, and were within a number of weeks. */
export function overviewQuery(organizationId: string, weeks: Period) {
  return queryOptions({
    // Changes of goals load it again.
    queryKey: [...goalsKey(organizationId), 'overview', weeks],
    queryFn: async (): Promise<Overview> => {
      // Goals first: what changes meanwhile is among the events, which tell how it was before.
      const { pages, isComplete } = await allPages(
        (cursor) => listGoalSummaries({}, { limit: 100, cursor }),
        maximumGoalPages,
      )
      const goals = pages.flatMap((page) => page.goals)
      const times = timesOf(weeks, Date.now())
      const { events, hasAll } = await eventsSince(times.at(-1) ?? 0)
      const oldest = events.at(-1)
      const knownFrom = hasAll || !oldest ? undefined : Date.parse(oldest.createdAt)
      const known = times.filter((time) => knownFrom === undefined || time >= knownFrom)
      return { goals, snapshots: snapshotsOf(goals, events, known).toReversed(), isComplete, knownFrom }
    },
  })
}

/** Each day of four weeks, or each week, from now back to the beginning. */
function timesOf(weeks: Period, now: number): number[] {
  const step = weeks === '4' ? dayMilliseconds : 7 * dayMilliseconds
  const count = (Number(weeks) * 7 * dayMilliseconds) / step
  return Array.from({ length: count + 1 }, (_, index) => now - index * step)
}

/** The events since then, newest first, up to a number of pages. */
async function eventsSince(from: number): Promise<{ events: Event[]; hasAll: boolean }> {
  const events: Event[] = []
  let after: string | undefined
  for (let page = 0; page < maximumEventPages; page += 1) {
    const { events: more, nextCursor } = await api.listEvents({ query: { order: 'desc', limit: 100, after } })
    events.push(...more)
    const oldest = events.at(-1)
    if (nextCursor === null || (oldest && Date.parse(oldest.createdAt) < from))
      return { events, hasAll: true }
    after = nextCursor
  }
  return { events, hasAll: false }
}
