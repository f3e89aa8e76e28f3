import { goalHealths } from '@cairn/contract/goals/goal-words'
import { rankGoals } from '@cairn/contract/goals/rank-goals'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { language } from '../../language/language.ts'
import { today } from '../../presentation/time/format.ts'
import { healthNames, statusNames } from '../data/display-names.ts'
import { dueGroup, dueGroups } from './filter/due-group.ts'
import type { Grouping, Order } from './goals-search.ts'
import { texts } from './texts.ts'

export type GoalGroup = { key: string; name: string; goals: GoalSummary[] }

/** By what goals are sorted. Those without a value come last. */
const sortValues: Record<Exclude<Order, 'attention'>, (goal: GoalSummary) => string | number | null> = {
  title: ({ title }) => title,
  due: ({ timeframe }) => (timeframe.kind === 'deadline' ? timeframe.targetDate : null),
  progress: ({ progress }) => (progress === null ? null : -progress),
  reported: ({ lastReport, createdAt }) => lastReport?.createdAt ?? createdAt,
}

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })

/**
 * Sorts goals: titles as people expect it, the earliest due date, the furthest progress, the longest without a report, or what
 * presses most first. Goals that are alike keep their order.
 */
export function sortGoals(goals: readonly GoalSummary[], order: Order | undefined): GoalSummary[] {
  if (order === undefined) return [...goals]
  if (order === 'attention') return rankGoals(goals)
  const sortedBy = sortValues[order]
  return goals.toSorted((left, right) => {
    const [one, other] = [sortedBy(left), sortedBy(right)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return typeof one === 'string' && typeof other === 'string'
      ? collator.compare(one, other)
      : Number(one) - Number(other)
  })
}

/**
 * Divides goals into groups with names, in a sensible order. Each goal keeps its place within its group. A goal with several
 * labels is in each of their groups.
 *
 * @param names.of  The name of a user.
 */
export function groupGoals(
  goals: readonly GoalSummary[],
  grouping: Grouping,
  { nameOf, now = today() }: { nameOf: (userId: string | null) => string; now?: string },
): GoalGroup[] {
  switch (grouping) {
    case 'owner': {
      const owned = groupsBy(goals, ({ ownerUserId }) => [[ownerUserId ?? '', nameOf(ownerUserId)]])
      return byName(owned)
    }
    case 'label': {
      const labeled = groupsBy(goals, ({ labels }) =>
        labels.length > 0 ? labels.map(({ id, name }) => [id, name] as const) : [['', texts.groups.noLabel]],
      )
      return byName(labeled)
    }
    case 'health':
      return inOrder(
        groupsBy(goals, ({ status, health }) => [
          status === 'active'
            ? [health ?? 'none', health ? healthNames[health] : healthNames.none]
            : [status, statusNames[status]],
        ]),
        [...[...goalHealths].reverse(), 'none', 'paused', 'completed', 'archived'],
      )
    case 'due':
      return inOrder(
        groupsBy(goals, (goal) => {
          const key = dueGroup(goal, now)
          return [[key, texts.groups[key]]]
        }),
        dueGroups,
      )
  }
}

function groupsBy(
  goals: readonly GoalSummary[],
  groupsOf: (goal: GoalSummary) => readonly (readonly [key: string, name: string])[],
): GoalGroup[] {
  const groups = new Map<string, GoalGroup>()
  for (const goal of goals) {
    for (const [key, name] of groupsOf(goal)) {
      const group = groups.get(key)
      if (group) group.goals.push(goal)
      else groups.set(key, { key, name, goals: [goal] })
    }
  }
  return [...groups.values()]
}

/** By name; what has no owner or label comes last. */
function byName(groups: GoalGroup[]): GoalGroup[] {
  return groups.sort(
    (one, other) =>
      Number(one.key === '') - Number(other.key === '') || collator.compare(one.name, other.name),
  )
}

function inOrder(groups: GoalGroup[], keys: readonly string[]): GoalGroup[] {
  return groups.sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))
}
