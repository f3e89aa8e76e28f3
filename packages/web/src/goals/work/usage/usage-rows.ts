import type { GoalUsed } from '@cairn/contract/schemas/goals/goal-work'
import type { UsageEntry } from '@cairn/contract/schemas/usage'
import type { Measure } from '../agents/agents-search.ts'
import { amountsOf } from '../amounts.ts'
import { workerName } from '../worker.tsx'
import { texts } from './texts.ts'

/** The used amounts of a goal or an actor. */
export type UsageRow = { key: string; name: string; goalId: string | undefined; used: GoalUsed }

export const amountIn = (used: GoalUsed, measure: Measure): number =>
  measure === 'reports' ? used.reports : amountsOf(used)[measure]

/** The largest amounts first. */
export function usageRows(usage: readonly UsageEntry[], measure: Measure): UsageRow[] {
  return usage
    .map(({ goal, actor, used }): UsageRow => {
      if (actor) {
        const { name, details } = workerName(actor)
        return { key: `${actor.kind} ${actor.id}`, name: `${name}${details}`, goalId: undefined, used }
      }
      const isDeleted = !goal || goal.title === null
      return {
        key: goal?.id ?? '',
        name: goal?.title ?? texts.deletedGoal,
        goalId: isDeleted ? undefined : goal.id,
        used,
      }
    })
    .sort(
      (one, other) =>
        amountIn(other.used, measure) - amountIn(one.used, measure) || one.name.localeCompare(other.name),
    )
}

/** The measure that the charts begin with: the first in which something was used. */
export function firstMeasure(usage: readonly UsageEntry[]): Measure {
  const used = (measure: Measure) => usage.some((entry) => amountIn(entry.used, measure) > 0)
  return (['tokens', 'costMicros', 'seconds'] as const).find(used) ?? 'reports'
}

/** The sum of all, for the heading. */
export function totalOf(usage: readonly UsageEntry[], measure: Measure): number {
  return usage.reduce((sum, { used }) => sum + amountIn(used, measure), 0)
}
