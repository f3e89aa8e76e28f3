/** Conditions of a transaction on a goal that it does not write. */
import { type GoalRow, goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/** Fails if the goal has changed since it was read. */
export function unchangedGoal(row: GoalRow): TransactionItem {
  return {
    ConditionCheck: goalRowEntity
      .remove(goalKeyOf(row))
      .where(({ version }, { eq }) => eq(version, row.version)),
  }
}

type GoalKey = ReturnType<typeof goalKeyOf>

/** Fails unless the goal exists. */
export function existingGoal(key: GoalKey): TransactionItem {
  return { ConditionCheck: goalRowEntity.remove(key).where(({ version }, { exists }) => exists(version)) }
}

/** Fails if the goal exists. */
export function absentGoal({ organizationKey, goalKey }: GoalKey): TransactionItem {
  return {
    ConditionCheck: goalRowEntity
      .delete({ organizationKey, goalKey })
      .where(({ version }, { notExists }) => notExists(version)),
  }
}
