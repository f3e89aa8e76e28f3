/** Conditions of a transaction on a goal that it does not write. */
import { type GoalRow, goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem, Where } from '../../storage/table/entity.ts'

/** Whether the goal is as it was read: the same version, with the same confirmations. */
export function isUnchanged({
  version,
  confirmationVersion,
}: Pick<GoalRow, 'version' | 'confirmationVersion'>): Where<typeof goalRowEntity> {
  return (stored, { eq, notExists }) =>
    [
      eq(stored.version, version),
      confirmationVersion === undefined
        ? notExists(stored.confirmationVersion)
        : eq(stored.confirmationVersion, confirmationVersion),
    ].join(' AND ')
}

/** Fails if the goal has changed since it was read. */
export function unchangedGoal(row: GoalRow): TransactionItem {
  return { ConditionCheck: goalRowEntity.remove(goalKeyOf(row)).where(isUnchanged(row)) }
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
