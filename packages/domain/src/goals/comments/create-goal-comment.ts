import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumMentions, maximumNotified } from '@cairn/contract/schemas/goals/goal-comments'
import { readNames } from '../../organizations/context/read-names.ts'
import { actorOf, credentialKeyOf } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { createOnce, creatorOf } from '../../storage/idempotency/create-once.ts'
import {
  type GoalCommentRecord,
  goalCommentEntity,
} from '../../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { createRecord } from '../../storage/table/entity.ts'
import { newTimeOrderedId } from '../../storage/table/time-ordered-id.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { hasTrait, traitItem } from '../record/traits.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { readSomeWatchers } from '../watching/watchers.ts'
import { commentEvent } from './comment-event.ts'
import { commentKeyOf, toCommentResponse } from './comment-record.ts'
import { notifiedOf, readMentioned, readSayings, watchItems } from './people-told.ts'

/** Enough to name as many as an answer does, whoever of them is mentioned or wrote it. */
const enoughWatchers = maximumNotified + maximumMentions + 1

/**
 * Comments on a goal, which keeps its version. One transaction writes the comment, and that its author and those mentioned watch the
 * goal, if the goal exists.
 */
export const createGoalComment: Implementation<'createGoalComment'> = async (
  context,
  access,
  { params, body },
) => {
  const { database, now } = context
  const { organizationId, userId } = access
  const { goalId } = params
  const { text, reportRevision, mentionedUserIds = [] } = body
  const goal = { organizationId, goalId }
  const people = [userId, ...mentionedUserIds]
  const commentId = newTimeOrderedId(now)
  const record: GoalCommentRecord = {
    ...commentKeyOf({ organizationId, goalId, commentId }),
    ...(reportRevision !== undefined && { revision: reportRevision }),
    version: 1,
    content: {
      text,
      mentionedUserIds,
      ...actorOf(access),
      authorityUserId: userId,
      authorKey: credentialKeyOf(access.authentication),
      createdAt: timestampOf(now),
    },
  }

  type Response = { comment: ReturnType<typeof toCommentResponse>; notifiedUserIds: string[] }
  const request = {
    operation: 'createGoalComment',
    caller: creatorOf(access),
    body: [goalId, body],
    authority: access.role,
    exists: async (createdId: string) => {
      const created = commentKeyOf({ organizationId, goalId, commentId: createdId })
      const stored = await readRecord(database, goalCommentEntity, created)
      return stored?.content.text !== undefined
    },
    complete: ({ comment: stored, notifiedUserIds }: Response): Response => ({
      comment: { ...stored, text },
      notifiedUserIds,
    }),
  }
  return createOnce(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [authority, stored, requireMembers, watchersOf, sayings, nameOf, isKnown] = await Promise.all([
        readAuthority(database, access, goalId),
        readGoalRow(database, organizationId, goalId),
        readMentioned(database, organizationId, mentionedUserIds),
        readSomeWatchers(database, goal, enoughWatchers),
        readSayings(database, goal, people),
        readNames(database, organizationId, access.actorName === undefined ? [userId] : []),
        hasTrait(database, organizationId, 'hasConversation'),
        creation.requireUnused(),
      ])
      const row = requireVisible(authority, stored)
      requireReport(reportRevision, row.revision)
      requireMembers(mentionedUserIds)
      const response: Response = {
        comment: toCommentResponse(record, nameOf),
        notifiedUserIds: notifiedOf(userId, mentionedUserIds, await watchersOf(row)),
      }
      const failed = await transact<string>(database, {
        comment: { Put: createRecord(goalCommentEntity, record) },
        ...watchItems(goal, people, sayings, now),
        // A comment that is written before the goal is deleted is deleted with it.
        goal: { ConditionCheck: goalRowEntity.remove(record) },
        created: creation.use(commentId, { ...response, comment: { ...response.comment, text: '' } }),
        trait: isKnown ? undefined : traitItem(organizationId, 'hasConversation'),
        change: commentEvent(database, 'comment.created', { by: access, now }, row, record),
      })
      return failed.length > 0 ? lostRace : response
    }),
  )
}

/** @throws `invalid_request` if the goal has no such report. Revisions have no gaps. */
function requireReport(revision: number | undefined, latest: number): void {
  if (revision === undefined || revision <= latest) return
  const message = `The goal has ${latest} reports.`
  throw new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: 'reportRevision', message, code: 'too_large', limit: latest }],
  })
}
