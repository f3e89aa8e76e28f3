import { type Brief, type BriefGoal, maximumBriefBytes } from '@cairn/contract/schemas/feed/brief'
import type { NamedEvent } from '@cairn/contract/schemas/feed/events'

/** The size limit of a brief and of its parts, in bytes. */
export type BriefMeasure = {
  maximum: number
  /** Goals may take this much even if there are more events than fit. */
  goals: number
  frame: (frame: object) => number
  goal: (goal: BriefGoal) => number
  /** Of each event, in the order in which they are taken. Too much rather than too little. */
  events: (events: readonly EventWithPeople[]) => number[]
}

/** A brief names each of the users once. */
export const responseMeasure: BriefMeasure = {
  maximum: maximumBriefBytes,
  goals: 20 * 1024,
  frame: bytesOf,
  goal: bytesInList,
  events: (events) => events.map(({ event, people }) => sum([event, ...people].map(bytesInList))),
}

/** More than any cursor of the feed, and of goals. */
const longestCursor = 'x'.repeat(120)
const longestGoalsCursor = 'x'.repeat(400)

/** An event and the names of the users in it. */
export type EventWithPeople = { event: NamedEvent; people: Brief['people'] }

/**
 * Returns the first goals and the oldest or newest events that fit into a brief, whatever their texts. Goals come first: they
 * take what events leave, but `measure.goals` at least. One event always fits, so that who follows the cursor gets on.
 *
 * @param frame  The rest of the brief.
 */
export function fitBrief(
  frame: Pick<Brief, 'asOf' | 'organization' | 'questions' | 'toReview' | 'mentions'>,
  goals: readonly BriefGoal[],
  events: readonly EventWithPeople[],
  keep: 'oldest' | 'newest',
  measure: BriefMeasure = responseMeasure,
): { goals: BriefGoal[]; events: EventWithPeople[] } {
  const empty = {
    goals: [],
    moreGoals: false,
    goalsCursor: longestGoalsCursor,
    events: [],
    moreEvents: false,
    people: [],
    cursor: longestCursor,
  }
  const bytes = measure.maximum - measure.frame({ ...frame, ...empty })
  const sizesOfEvents = measure.events(keep === 'newest' ? events.toReversed() : events)
  const [first = 0] = sizesOfEvents

  const left = bytes - sum(sizesOfEvents)
  const sizesOfGoals = goals.map(measure.goal)
  const [firstGoal = 0] = sizesOfGoals
  // The most pressing goal may take the place of all events but one.
  const forGoals = Math.max(left, Math.min(Math.max(measure.goals, firstGoal), bytes - first))
  const goalCount = countWithin(sizesOfGoals, forGoals)
  const eventCount = countWithin(sizesOfEvents, bytes - sum(sizesOfGoals.slice(0, goalCount)))
  return {
    goals: goals.slice(0, goalCount),
    events: keep === 'oldest' ? events.slice(0, eventCount) : events.slice(events.length - eventCount),
  }
}

/** How many of the first sizes have at most this sum. */
function countWithin(sizes: readonly number[], most: number): number {
  let total = 0
  const firstTooMany = sizes.findIndex((size) => {
    total += size
    return total > most
  })
  return firstTooMany === -1 ? sizes.length : firstTooMany
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}

/** With the comma after it. */
function bytesInList(element: unknown): number {
  return bytesOf(element) + 1
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
