/** A comment as an agent sees it. */
import type { AgentDoor } from '@cairn/contract/mcp/agent-setup'
import type { GoalComment } from '@cairn/contract/schemas/goals/goal-comments'
import { actorWords } from './actor-words.ts'
import type { ReadOn } from './shorten.ts'

/** A comment that the agent has just written: it knows the text. */
export function presentOwnComment({ id, goalId, reportRevision, createdAt }: GoalComment) {
  return { id, goalId, ...(reportRevision !== null && { reportRevision }), at: createdAt }
}

/** A comment. One that was deleted says only when, and who wrote it. */
export function presentComment(comment: GoalComment) {
  const { id, reportRevision, text, mentionedUserIds, actor, createdAt, editedAt, deletedAt } = comment
  return {
    id,
    at: createdAt,
    ...actorWords(actor),
    ...(reportRevision !== null && { reportRevision }),
    ...(text !== null && { text }),
    ...(mentionedUserIds.length > 0 && { mentionedUserIds }),
    ...(editedAt !== null && { editedAt }),
    ...(deletedAt !== null && { deletedAt }),
  }
}

type CommentCall = (
  comment: Pick<GoalComment, 'goalId' | 'id'>,
  size?: { maxKiB?: number | undefined },
) => ReadOn

/** The calls that return a comment whole, by door. */
export const commentCalls: Record<AgentDoor, CommentCall> = {
  keep: ({ goalId, id }, size = {}) => ({
    tool: 'get_history',
    arguments: { goalId, kind: 'comments', commentId: id, ...size },
  }),
  work: ({ goalId, id }, size = {}) => ({
    tool: 'get_answer',
    arguments: { goalId, commentId: id, ...size },
  }),
}

/** What a comment takes in a list, with the call that returns it whole. */
export const bytesOfListedComment = 800
