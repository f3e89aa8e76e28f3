import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'
import { goalsKey, listGoalSummaries } from '../../goals/data/queries.ts'
import { dayMilliseconds } from '../../presentation/time/format.ts'
import type { Period } from './overview-search.ts'
import { type Snapshot, snapshotsOf } from './walk-back.ts'

/** In pages of 100. Larger organizations see the goals that changed last, and a shorter time. */
const maximumGoalPages = 10
const maximumEventPages = 20

export type Overview = {
  goals: GoalSummary[]
  /** Newest first. */
  events: Event[]
  weeks: Period
  /** Oldest first; the last one is now. */
  snapshots: Snapshot[]
  /** Whether these are all goals of the organization. */
  isComplete: boolean
  /** From when on the past is known, if the period begins earlier. */
  knownFrom: number | undefined
}

/** How the goals of an organization are, and were within a number of weeks. */
export function overviewQuery(organizationId: string, weeks: Period) {
  // Changes of goals load it again.
  const queryKey = [...goalsKey(organizationId), 'overview', weeks]
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<Overview> => {
      const known = client.getQueryData<Overview>(queryKey)
      // Goals first: what changes meanwhile is among the events, which tell how it was before.
      const { pages, isComplete } = await allPages(
        (cursor) => listGoalSummaries({}, { limit: 100, cursor }),
        maximumGoalPages,
      )
      const goals = pages.flatMap((page) => page.goals)
      const times = timesOf(weeks, Date.now())
      const { events, hasAll } = await eventsSince(times.at(-1) ?? 0, known)
      const oldest = events.at(-1)
      const knownFrom = hasAll || !oldest ? undefined : Date.parse(oldest.createdAt)
      const told = times.filter((time) => knownFrom === undefined || time >= knownFrom)
      const snapshots = snapshotsOf(goals, events, told).toReversed()
      return { goals, events, weeks, snapshots, isComplete, knownFrom }
    },
    // While another period loads, the one before stays instead of flashing.
    placeholderData: keepPreviousData,
  })
}

/** Each day of four weeks, or each week, from now back to the beginning. */
function timesOf(weeks: Period, now: number): number[] {
  const step = weeks === '4' ? dayMilliseconds : 7 * dayMilliseconds
  const count = (Number(weeks) * 7 * dayMilliseconds) / step
  return Array.from({ length: count + 1 }, (_, index) => now - index * step)
}

/** The events since then, newest first, up to a number of pages. Of those that were loaded before, only the newer ones are loaded. */
async function eventsSince(from: number, known?: Overview): Promise<{ events: Event[]; hasAll: boolean }> {
  const events: Event[] = []
  let after: string | undefined
  for (let page = 0; page < maximumEventPages; page += 1) {
    const { events: more, nextCursor } = await api.listEvents({ query: { order: 'desc', limit: 100, after } })
    events.push(...more)
    const place = events.findIndex(({ id }) => id === known?.events[0]?.id)
    if (known && place >= 0) {
      return {
        events: [...events.slice(0, place), ...known.events],
        hasAll: known.knownFrom === undefined,
      }
    }
    const oldest = events.at(-1)
    if (nextCursor === null || (oldest && Date.parse(oldest.createdAt) < from))
      return { events, hasAll: true }
    after = nextCursor
  }
  return { events, hasAll: false }
}
