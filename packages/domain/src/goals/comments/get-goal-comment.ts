import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalCommentEntity } from '../../storage/table/entities/goals/conversation/goal-comment.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { commentKeyOf, commentNotFound, presentComments } from './comment-record.ts'

/** Returns a comment, also one that was deleted: then it has no words. Strongly consistent. */
export const getGoalComment: Implementation<'getGoalComment'> = async ({ database }, access, { params }) => {
  const { organizationId } = access
  const { goalId, commentId } = params
  const key = commentKeyOf({ organizationId, goalId, commentId })
  const [authority, row, record] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    readRecord(database, goalCommentEntity, key),
  ])
  requireVisible(authority, row)
  const [comment] = record ? await presentComments(database, organizationId, [record]) : []
  if (!comment) throw commentNotFound()
  return { comment }
}
