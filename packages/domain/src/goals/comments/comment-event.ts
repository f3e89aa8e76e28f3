import { recordEvents } from '../../background/changes/record-events.ts'
import { type Cause, newEvent } from '../../events/new-event.ts'
import type { Database } from '../../storage/database/client.ts'
import type { GoalCommentRecord } from '../../storage/table/entities/goals/conversation/goal-comment.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/**
 * Returns the write of the event of a comment. It has none of its words: pages of the feed never change, and deleting a comment deletes its
 * words everywhere.
 */
export function commentEvent(
  database: Database,
  type: 'comment.created' | 'comment.edited' | 'comment.deleted',
  cause: Cause,
  { organizationId, goalId, title }: Pick<GoalRow, 'organizationId' | 'goalId' | 'title'>,
  { commentId, revision, content }: GoalCommentRecord,
): TransactionItem {
  const { mentionedUserIds } = content
  const data = { commentId, reportRevision: revision ?? null, mentionedUserIds }
  const event = newEvent(type, cause, data, { goal: { id: goalId, title } })
  return recordEvents(database, { organizationId, events: [event] })
}
