import { isDeepStrictEqual } from 'node:util'
import { readNames } from '../../organizations/context/read-names.ts'
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
import { commentKeyOf, commentNotFound, toCommentResponse } from './comment-record.ts'
import { requireAuthor } from './may-change-comment.ts'
import { notifiedOf, readMentioned, readSayings, watchItems } from './people-told.ts'

/**
 * Edits a comment. Fields that are absent keep their value, and an edit that changes nothing writes nothing. Those newly mentioned are told
 * and watch the goal. Only they have to be members: somebody who has left stays mentioned.
 */
export const updateGoalComment: Implementation<'updateGoalComment'> = async (
  { database, now },
  access,
  { params, body },
) => {
  const { organizationId, userId } = access
  const { goalId, commentId } = params
  const goal = { organizationId, goalId }
  const mentioned = body.mentionedUserIds ?? []
  const key = commentKeyOf({ organizationId, goalId, commentId })
  return retryOnLostRace(database, async () => {
    const [authority, stored, record, requireMembers, sayings, nameOf] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalCommentEntity, key),
      readMentioned(database, organizationId, mentioned),
      readSayings(database, goal, mentioned),
      readNames(database, organizationId, [userId]),
    ])
    const row = requireVisible(authority, stored)
    if (!record) throw commentNotFound()
    requireAuthor(access, record)
    const { content } = record
    if (content.deletedAt !== undefined) throw commentNotFound()
    const { text = content.text, mentionedUserIds = content.mentionedUserIds } = body
    const isChanged = text !== content.text || !isDeepStrictEqual(mentionedUserIds, content.mentionedUserIds)
    const added = mentionedUserIds.filter((userId) => !content.mentionedUserIds.includes(userId))
    requireMembers(added)
    if (!isChanged) return { comment: toCommentResponse(record, nameOf), notifiedUserIds: [] }
    const edited = {
      ...record,
      version: record.version + 1,
      content: {
        ...content,
        ...(text !== undefined && { text }),
        mentionedUserIds,
        editedAt: timestampOf(now),
      },
    }
    const failed = await transact<string>(database, {
      comment: { Put: replaceRecord(goalCommentEntity, edited, { version: record.version }) },
      ...watchItems(goal, added, sayings, now),
      goal: { ConditionCheck: goalRowEntity.remove(record) },
      change: commentEvent(database, 'comment.edited', { by: access, now }, row, edited),
    })
    if (failed.length > 0) return lostRace
    return { comment: toCommentResponse(edited, nameOf), notifiedUserIds: notifiedOf(userId, added, []) }
  })
}
