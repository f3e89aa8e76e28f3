import { deadlineOf, withDeadlineMark } from '../../goals/record/deadlines.ts'
import { readGoalRow } from '../../goals/record/read-goal.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalDeadlineEntity } from '../../storage/table/entities/goals/goal-deadline.ts'
import {
  decodeRow,
  encodeRow,
  type GoalRow,
  goalKeyOf,
  goalLabelRowEntity,
  goalRowEntity,
} from '../../storage/table/entities/goals/goal-row.ts'
import {
  deleteItem,
  keyOfRecord,
  putRecord,
  replaceRecord,
  type TransactionItem,
} from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { RepairStep } from '../step.ts'

/** Lists active goals by their deadlines, also those from before there were such records. */
export const deadlineStep: RepairStep = {
  name: 'deadlines',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      const deadline = deadlineOf(row)
      const listed = deadline && (await readRecord(repair.database, goalDeadlineEntity, deadline))
      if (Boolean(row.isDated) === Boolean(deadline) && Boolean(listed) === Boolean(deadline)) return
      await repair.write('goals listed by their deadlines', {
        ...markedRow(row),
        deadline: deadline && { Put: putRecord(goalDeadlineEntity, deadline) },
      })
    },
    async goalDeadline(repair, record) {
      const { pk, sk, organizationKey, goalKey } = record
      const [organizationId, goalId] = [longId(organizationKey), longId(goalKey)]
      const row = await readGoalRow(repair.database, organizationId, goalId)
      const expected = row && deadlineOf(row)
      if (expected && keyOfRecord(goalDeadlineEntity, expected).sk === sk) return
      await repair.write('deadlines without a goal removed', {
        record: { Delete: deleteItem({ pk, sk }) },
        goal: unchanged(row, { organizationId, goalId }),
      })
    },
  },
}

/** Writes the row and its copies, whose marks say whether it is listed. */
function markedRow(row: GoalRow): Record<string, TransactionItem> {
  const record = encodeRow(withDeadlineMark(row))
  const copies = row.labelIds.map((labelId): [string, TransactionItem] => [
    labelId,
    { Put: putRecord(goalLabelRowEntity, { ...record, labelKey: shortId(labelId) }) },
  ])
  return {
    ...Object.fromEntries(copies),
    goal: { Put: replaceRecord(goalRowEntity, record, row.version) },
  }
}

/** Fails if the goal has changed since it was read, or has come back. */
function unchanged(row: GoalRow | null, goal: { organizationId: string; goalId: string }): TransactionItem {
  const key = goalRowEntity.remove(goalKeyOf(goal))
  return {
    ConditionCheck: key.where((stored, { eq, notExists }) =>
      row ? eq(stored.version, row.version) : notExists(stored.version),
    ),
  }
}
