import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalDraftEntity } from '../../storage/table/entities/goals/goal-draft.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { goalNotFound } from '../rules/authority.ts'
import { draftKeyOf, draftNotFound, toDraftResponse } from './draft-record.ts'

/** Returns the caller's draft for a goal. Strongly consistent. */
export const getGoalDraft: Implementation<'getGoalDraft'> = async ({ database, now }, access, { params }) => {
  const { organizationId, user } = access
  const { goalId } = params
  const key = draftKeyOf(organizationId, goalId, user.id)
  const [, goal, draft] = await Promise.all([
    access.membership(),
    readGoalRow(database, organizationId, goalId),
    readRecord(database, goalDraftEntity, key),
  ])
  if (!goal) throw goalNotFound()
  // Compared with the clock, because the table deletes records late.
  if (!draft || draft.expiresAt <= timestampOf(now)) throw draftNotFound()
  return toDraftResponse(draft)
}
