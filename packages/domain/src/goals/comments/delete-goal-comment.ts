import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { goalCommentEntity } from '../../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { replaceRecord } from '../../storage/table/entity.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { commentEvent } from './comment-event.ts'
import { commentKeyOf, commentNotFound } from './comment-record.ts'
import { requireAuthor } from './may-change-comment.ts'

/**
 * Deletes the words and the mentions of a comment. What remains says who wrote it, and when it was written and deleted. Its author may, and
 * administrators in a session. Deleting it again changes nothing.
 */
export const deleteGoalComment: Implementation<'deleteGoalComment'> = async (
  { database, now },
  access,
  { params },
) => {
  const { organizationId } = access
  const { goalId, commentId } = params
  const key = commentKeyOf({ organizationId, goalId, commentId })
  return retryOnLostRace(database, async () => {
    const [authority, stored, record] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalCommentEntity, key),
    ])
    const row = requireVisible(authority, stored)
    if (!record) throw commentNotFound()
    const isModerator = access.scopes === 'session' && authority.writesAll
    if (!isModerator) requireAuthor(access, record)
    if (record.content.deletedAt !== undefined) return undefined
    const { text: _text, ...content } = record.content
    const deleted = {
      ...record,
      version: record.version + 1,
      content: { ...content, mentionedUserIds: [], deletedAt: timestampOf(now) },
    }
    const failed = await transact(database, {
      comment: { Put: replaceRecord(goalCommentEntity, deleted, { version: record.version }) },
      goal: { ConditionCheck: goalRowEntity.remove(record) },
      change: commentEvent(database, 'comment.deleted', { by: access, now }, row, deleted),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}
