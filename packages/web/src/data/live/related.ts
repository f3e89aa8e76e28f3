/** What an event changes besides its own goal: roll-ups of the goals above it, and what others show of it. */
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { QueryClient } from '@tanstack/react-query'
import { goalsKey } from '../../goals/data/queries.ts'
import { whenNotHeld } from './hold.ts'
import type { GoalChange } from './merge-goals.ts'
import type { Plan } from './plan.ts'

type Organization = { queryClient: QueryClient; organizationId: string }
type Changes = ReadonlyMap<string, GoalChange>
type Changed = Pick<Plan, 'goals' | 'relations'>

/** Roll-ups and copies of titles follow within 5 s on AWS, so what the page loads at once may be the old ones. */
const settledMilliseconds = 6_000

type Shown = Pick<Goal, 'id' | 'rollup' | 'ancestors' | 'blockedBy'>

/** Whether a goal may show something else after changes of others. Of an event, nobody knows which goals are above its own. */
export function isRelated(
  { id, rollup, ancestors, blockedBy }: Shown,
  { goals, relations }: Changed,
): boolean {
  const others = [...goals.keys()].filter((changed) => changed !== id)
  if (others.length === 0) return false
  return rollup !== null || relations || [...ancestors, ...blockedBy].some((other) => goals.has(other.id))
}

type Row = Pick<GoalSummary, 'id' | 'rollup' | 'ancestors'>

/** Whether a list of the goals below or behind one goal may have changed. */
export function concernsList(rows: readonly Row[], { goals, relations }: Changed): boolean {
  return relations || rows.some(({ id, rollup }) => rollup !== null || goals.has(id))
}

/**
 * Whether roll-ups of a list are out of date after changed goals were put into it.
 *
 * @param rows  The list before.
 * @param arrived  The changed goals that match its filters. Of the others, nobody knows which goals are above them.
 */
export function haveOtherRollups(rows: readonly Row[], changes: Changes, arrived: readonly Row[]): boolean {
  const known = [...rows, ...arrived].filter(({ id }) => changes.has(id))
  const ids = new Set(known.map(({ id }) => id))
  const isUnknown = [...changes.keys()].some((id) => !ids.has(id))
  const above = new Set(known.flatMap(({ ancestors }) => ancestors.map(({ id }) => id)))
  return rows.some(({ id, rollup }) => above.has(id) || (rollup !== null && isUnknown))
}

/** Loads a part of a goal again, but not behind an open form. */
export function reloadHeld({ queryClient }: Organization, queryKey: readonly unknown[]): void {
  whenNotHeld(queryKey.join(), () => void queryClient.invalidateQueries({ queryKey }))
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Loads goals again that show something of the changed ones, at once, and what has roll-ups again when those have settled. */
export function reloadRelated(organization: Organization, plan: Changed): void {
  const { queryClient, organizationId } = organization
  if (plan.goals.size === 0) return
  const key = goalsKey(organizationId)
  const reloadOnes = () => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey: [...key, 'one'] })) {
      const data = query.state.data as { goal: Goal } | undefined
      if (data && isRelated(data.goal, plan)) reloadHeld(organization, query.queryKey)
    }
  }
  reloadOnes()
  clearTimeout(timer)
  timer = setTimeout(() => {
    reloadOnes()
    void queryClient.invalidateQueries({
      queryKey: key,
      predicate: (query) => query.isActive() && hasRollups(query.state.data),
    })
  }, settledMilliseconds)
}

/** The goals of a list in the data of a query; empty if it has none. */
export function goalsIn(data: unknown): Partial<GoalSummary>[] {
  const list = data as { goals?: unknown; pages?: { goals?: unknown }[] } | undefined
  return [list, ...(Array.isArray(list?.pages) ? list.pages : [])].flatMap((part) =>
    Array.isArray(part?.goals) ? (part.goals as Partial<GoalSummary>[]) : [],
  )
}

const hasRollups = (data: unknown): boolean => goalsIn(data).some(({ rollup }) => rollup != null)
