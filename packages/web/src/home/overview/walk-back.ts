/** How the goals of an organization were, told backwards from how they are by what has happened since. */
import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'

export type GoalState = Pick<GoalSummary, 'status' | 'health'>

export type Snapshot = { at: number; states: ReadonlyMap<string, GoalState> }

/**
 * The states of the goals at earlier times. Deleted goals are left out: nobody knows how they were.
 *
 * @param goals  As they are now.
 * @param events  Newest first.
 * @param times  In milliseconds, newest first.
 */
export function snapshotsOf(
  goals: readonly Pick<GoalSummary, 'id' | 'status' | 'health'>[],
  events: readonly Event[],
  times: readonly number[],
): Snapshot[] {
  const states = new Map<string, GoalState>(goals.map(({ id, status, health }) => [id, { status, health }]))
  let undone = 0
  return times.map((at) => {
    for (let event = events[undone]; event && Date.parse(event.createdAt) > at; event = events[++undone]) {
      undo(event, states)
    }
    return { at, states: new Map(states) }
  })
}

function undo(event: Event, states: Map<string, GoalState>): void {
  if (!event.goal || !states.has(event.goal.id)) return
  if (event.type === 'goal.published') states.delete(event.goal.id)
  else if (event.type === 'goal.reported') states.set(event.goal.id, event.data.previous)
}

/**
 * The first health of each goal within the events: what goals are compared with that were published later than the period began.
 *
 * @param events  Newest first.
 */
export function firstHealths(events: readonly Event[]): Map<string, GoalState> {
  const states = new Map<string, GoalState>()
  for (const event of events) {
    if (event.type !== 'goal.reported' || !event.goal || event.data.previous.health === null) continue
    states.set(event.goal.id, event.data.previous)
  }
  return states
}

export const parts = ['on_track', 'none', 'at_risk', 'off_track'] as const
/** How an active goal does. */
export type Part = GoalHealth | 'none'
export type Counts = Record<Part, number>

/** Counts active goals. */
export function countsOf(states: Iterable<GoalState>): Counts {
  const counts: Counts = { on_track: 0, none: 0, at_risk: 0, off_track: 0 }
  for (const { status, health } of states) {
    if (status === 'active') counts[health ?? 'none'] += 1
  }
  return counts
}

export const totalOf = (counts: Counts): number => parts.reduce((total, part) => total + counts[part], 0)

export const turns = ['worse', 'better', 'completed', 'published', 'resumed', 'stopped'] as const
export type Turn = (typeof turns)[number]

const severities: Counts = { none: 0, on_track: 0, at_risk: 1, off_track: 2 }

/** Returns a goal's change within a period, if any. */
export function turnOf(before: GoalState | undefined, now: GoalState): Turn | undefined {
  if (!before) return now.status === 'completed' ? 'completed' : 'published'
  if (before.status !== now.status) {
    if (now.status === 'completed') return 'completed'
    if (now.status === 'active') return 'resumed'
    return before.status === 'active' ? 'stopped' : undefined
  }
  if (now.status !== 'active') return undefined
  const change = severities[now.health ?? 'none'] - severities[before.health ?? 'none']
  return change === 0 ? undefined : change > 0 ? 'worse' : 'better'
}
