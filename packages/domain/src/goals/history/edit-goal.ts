import { randomUUID } from 'node:crypto'
import type { EditedFields } from '@cairn/contract/schemas/goals/goal-history'
import { actorOf, type Caller } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { GoalEditRecord } from '../../storage/table/entities/goals/goal-edit.ts'
import type { GoalState } from '../record/read-goal.ts'
import { laterOf } from '../rules/rules.ts'
import { changesTexts, editRecord, sealed } from './entries.ts'

/**
 * Returns the next version of a goal after an edit, and the entry of its history.
 *
 * @param edited  The goal with its changed fields, still at its old version.
 * @param fields  What differs, with the values before and after.
 */
export function editGoal(
  current: GoalState,
  edited: GoalState,
  fields: EditedFields,
  by: Pick<Caller, 'userId' | 'actor' | 'actorName' | 'authentication'>,
  now: Date,
): { goal: GoalState; record: GoalEditRecord } {
  const { row } = current
  const version = row.version + 1
  const createdAt = timestampOf(now)
  const edit = sealed({
    id: randomUUID(),
    organizationId: row.organizationId,
    goalId: row.goalId,
    version,
    createdAt,
    authorityUserId: by.userId,
    ...actorOf(by),
    authentication: by.authentication,
    fields,
    previousHash: row.historyHash,
  })
  const goal: GoalState = {
    ...edited,
    row: {
      ...edited.row,
      version,
      textVersion: changesTexts(fields) ? version : row.textVersion,
      standingVersion: edited.standing === current.standing ? row.standingVersion : version,
      historyHash: edit.hash,
      updatedAt: laterOf(createdAt, row.updatedAt),
      updatedByUserId: by.userId,
    },
  }
  return { goal, record: editRecord(edit, { from: row.textVersion, to: goal.row.textVersion }) }
}
