/** The record of a comment, and how clients see it. */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import type { GoalComment } from '@cairn/contract/schemas/goals/goal-comments'
import { formerMember, type NameOf, readNames } from '../../organizations/context/read-names.ts'
import type { Database } from '../../storage/database/client.ts'
import type { GoalCommentRecord } from '../../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { longId } from '../../storage/table/short-id.ts'

export function commentKeyOf({
  commentId,
  ...goal
}: {
  organizationId: string
  goalId: string
  commentId: string
}) {
  return { ...goalKeyOf(goal), commentId }
}

/** A comment as clients see it. Objects are rebuilt, because the table returns their fields in any order. */
export function toCommentResponse(record: GoalCommentRecord, nameOf: NameOf): GoalComment {
  const { goalKey, commentId, revision = null, content } = record
  const { text = null, mentionedUserIds, authorityUserId, createdAt } = content
  const { editedAt = null, deletedAt = null } = content
  return {
    id: commentId,
    goalId: longId(goalKey),
    reportRevision: revision,
    text,
    mentionedUserIds,
    authorityUserId,
    actor: authorOf(record, nameOf),
    createdAt,
    editedAt,
    deletedAt,
  }
}

function authorOf(
  { content: { actor, actorName } }: Pick<GoalCommentRecord, 'content'>,
  nameOf: NameOf,
): NamedActor {
  const { kind, id, runId } = actor
  return { kind, id, runId, displayName: actorName ?? nameOf(id) ?? formerMember }
}

/** Reads the names of authors, in one round trip, and returns the comments as clients see them. */
export async function presentComments(
  database: Database,
  organizationId: string,
  records: readonly GoalCommentRecord[],
): Promise<GoalComment[]> {
  const people = records.flatMap(({ content }) => (content.actorName === undefined ? [content.actor.id] : []))
  const nameOf = await readNames(database, organizationId, people)
  return records.map((record) => toCommentResponse(record, nameOf))
}

export function commentNotFound(): ServiceError {
  return new ServiceError('comment_not_found', 'The comment does not exist, or it was deleted.')
}
