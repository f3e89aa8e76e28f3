/** Which filters the service applies, and which the browser. */
import { isDueIn, parseDuePeriod } from '@cairn/contract/goals/due-period'
import { goalStatuses } from '@cairn/contract/goals/goal-words'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import type { GoalFilters } from '../../data/queries.ts'
import { type FilterName, filterNames, type GoalsSearch, healthFilters } from '../goals-search.ts'
import { dueGroup, isPeriod } from './due-group.ts'

/**
 * The service's filters: words, changes, statuses, healths and owners, and one label, period, or reason. Changes count since the beginning of a
 * day, so that the list stays the same until the next day.
 */
export function serviceFilters(search: GoalsSearch, now = new Date()): GoalFilters {
  const { q, changedDays: days } = search
  const owners = isForService(search, 'ownerUserId') ? (search.ownerUserId ?? []) : []
  const [due] = isForService(search, 'due') ? (search.due ?? []) : []
  const [labelId] = isForService(search, 'labelId') ? (search.labelId ?? []) : []
  const [attention] = isForService(search, 'attention') ? (search.attention ?? []) : []
  return {
    ...(q !== undefined && { q }),
    ...(isForService(search, 'status') && { status: remaining(search, 'status').join() }),
    ...(isForService(search, 'health') && { health: remaining(search, 'health').join() }),
    ...(owners.length > 0 && { owner: owners }),
    ...(due && { due }),
    ...(labelId && { labelId }),
    ...(attention && { attention }),
    ...(days && {
      updatedSince: new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days)).toISOString(),
    }),
  }
}

/** That the service takes at once. */
const maximumOwners = 20

const allValues = { status: goalStatuses, health: healthFilters }

/** The values of a filter, or all others if it is turned around. */
function remaining(search: GoalsSearch, name: 'status' | 'health'): readonly string[] {
  const values: readonly string[] = search[name] ?? []
  return search.not?.includes(name) ? allValues[name].filter((value) => !values.includes(value)) : values
}

function isForService(search: GoalsSearch, name: FilterName): boolean {
  if (name === 'status' || name === 'health') return remaining(search, name).length > 0
  const [value, ...others] = search[name] ?? []
  if (value === undefined || search.not?.includes(name)) return false
  if (name === 'ownerUserId') return others.length < maximumOwners
  if (others.length > 0) return false
  return name === 'due' ? isPeriod(value) : !(name === 'labelId' && value === 'none')
}

function targetDateOf({ timeframe }: GoalSummary): string | null {
  return timeframe.kind === 'deadline' ? timeframe.targetDate : null
}

/** The values of a goal that a filter compares. */
const valuesOf: Record<FilterName, (goal: GoalSummary) => readonly string[]> = {
  status: ({ status }) => [status],
  health: ({ health }) => [health ?? 'none'],
  ownerUserId: ({ ownerUserId }) => [ownerUserId ?? 'none'],
  labelId: ({ labels }) => (labels.length > 0 ? labels.map(({ id }) => id) : ['none']),
  due: (goal) => [dueGroup(goal)],
  attention: ({ attention }) => attention,
}

/**
 * Returns what decides about a goal that the service has listed; undefined if the service applies all filters.
 * @param ownUserId  Who is `me`.
 */
export function localFilter(
  search: GoalsSearch,
  ownUserId: string,
): ((goal: GoalSummary) => boolean) | undefined {
  const tests = filterNames
    .filter((name) => search[name] !== undefined && !isForService(search, name))
    .map((name) => {
      const wanted = new Set<string>(search[name]?.map((value) => (value === 'me' ? ownUserId : value)))
      const isNegated = search.not?.includes(name) ?? false
      const periods = name === 'due' ? [...wanted].flatMap((value) => parseDuePeriod(value) ?? []) : []
      return (goal: GoalSummary) =>
        (valuesOf[name](goal).some((value) => wanted.has(value)) ||
          periods.some((period) => isDueIn(targetDateOf(goal), period))) !== isNegated
    })
  const { below } = search
  if (below !== undefined)
    tests.push((goal) => goal.id === below || goal.ancestors.some(({ id }) => id === below))
  return tests.length === 0 ? undefined : (goal) => tests.every((test) => test(goal))
}
