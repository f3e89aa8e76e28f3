import { deadlineOf } from '../../../goals/record/deadlines.ts'
import { absentGoal, unchangedGoal } from '../../../goals/record/goal-conditions.ts'
import { withMarks } from '../../../goals/record/marks.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { rowItems } from '../../../goals/record/write-goal.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalDeadlineEntity } from '../../../storage/table/entities/goals/goal-deadline.ts'
import { decodeRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { deleteItem, keyOfRecord, putRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { RepairStep } from '../../step.ts'

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
        ...rowItems(withMarks(row), row),
        deadline: deadline && { Put: putRecord(goalDeadlineEntity, deadline) },
      })
    },
    async goalDeadline(repair, record) {
      const { pk, sk, organizationKey, goalKey } = record
      const row = await readGoalRow(repair.database, longId(organizationKey), longId(goalKey))
      const expected = row && deadlineOf(row)
      if (expected && keyOfRecord(goalDeadlineEntity, expected).sk === sk) return
      await repair.write('deadlines without a goal removed', {
        record: { Delete: deleteItem({ pk, sk }) },
        goal: row ? unchangedGoal(row) : absentGoal({ organizationKey, goalKey }),
      })
    },
  },
}
