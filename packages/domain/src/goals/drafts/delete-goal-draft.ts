import type { Implementation } from '../../requests/operation.ts'
import { transact } from '../../storage/database/transaction.ts'
import { goalDraftEntity } from '../../storage/table/entities/goals/goal-draft.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { goalNotFound } from '../rules/authority.ts'
import { draftKeyOf } from './draft-record.ts'

/** Deletes the caller's draft for a goal. Repeating it changes nothing. */
export const deleteGoalDraft: Implementation<'deleteGoalDraft'> = async (
  { database },
  access,
  { params },
) => {
  const { organizationId, user } = access
  const { goalId } = params
  const key = draftKeyOf(organizationId, goalId, user.id)
  const [, goal] = await Promise.all([access.membership(), readGoalRow(database, organizationId, goalId)])
  if (!goal) throw goalNotFound()
  await transact(database, { draft: { Delete: goalDraftEntity.delete(key) } })
  return undefined
}
