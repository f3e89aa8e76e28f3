import { maximumInboxText } from '@cairn/contract/goals/inbox-kinds'
import type { InboxItem, InboxRef } from '@cairn/contract/schemas/people/inbox'
import { shorten } from '../goals/work/questions/question-event.ts'
import { formerMember, readNames } from '../organizations/context/read-names.ts'
import { timestampOf } from '../requests/context.ts'
import type { Database } from '../storage/database/client.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { goalCommentEntity } from '../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalReportEntity } from '../storage/table/entities/goals/goal-report.ts'
import { decodeRow, goalRowEntity } from '../storage/table/entities/goals/goal-row.ts'
import { goalQuestionEntity } from '../storage/table/entities/goals/work/goal-question.ts'
import type { InboxCountRecord } from '../storage/table/entities/inbox/inbox-count.ts'
import type { InboxItemRecord } from '../storage/table/entities/inbox/inbox-item.ts'
import { longId } from '../storage/table/short-id.ts'
import { timeOfItem } from './item-id.ts'
import { readTimeOf } from './unread.ts'

/**
 * Returns items as clients see them, in the same order: null for one whose goal is gone. Titles, names and texts are read in one round trip,
 * as they are now: what was deleted or withdrawn has no words any more.
 */
export async function presentItems(
  database: Database,
  organizationId: string,
  count: InboxCountRecord,
  records: readonly InboxItemRecord[],
): Promise<(InboxItem | null)[]> {
  const people = records.flatMap(({ actor, actorName }) => (actorName === undefined ? [actor.id] : []))
  const [nameOf, ...shown] = await Promise.all([
    readNames(database, organizationId, people),
    ...records.map(async (record) => {
      const { organizationKey, goalKey } = record
      const [row, text] = await Promise.all([
        readRecord(database, goalRowEntity, { organizationKey, goalKey }),
        readText(database, record),
      ])
      return { title: row === null ? undefined : decodeRow(row).title, text }
    }),
  ])
  return records.map((record, index) => {
    const { title, text = '' } = shown[index] ?? {}
    if (title === undefined) return null
    const { itemId, kind, goalKey, actor, actorName, ref } = record
    const readAt = readTimeOf(count, record)
    return {
      id: itemId,
      kind,
      goal: { id: longId(goalKey), title },
      actor: {
        kind: actor.kind,
        id: actor.id,
        runId: actor.runId,
        displayName: actorName ?? nameOf(actor.id) ?? formerMember,
      },
      text: shorten(text, maximumInboxText),
      ref: refOf(ref),
      createdAt: timestampOf(new Date(timeOfItem(itemId))),
      readAt: readAt === undefined ? null : timestampOf(new Date(readAt)),
    }
  })
}

/** The table returns fields in any order. */
function refOf({ commentId, questionId, revision, version, fence }: InboxRef): InboxRef {
  return {
    ...(commentId !== undefined && { commentId }),
    ...(questionId !== undefined && { questionId }),
    ...(revision !== undefined && { revision }),
    ...(version !== undefined && { version }),
    ...(fence !== undefined && { fence }),
  }
}

/** Reads the words that an item is about. */
async function readText(
  database: Database,
  { organizationKey, goalKey, kind, ref }: InboxItemRecord,
): Promise<string> {
  const goal = { organizationKey, goalKey }
  const { commentId, questionId, revision } = ref
  if (commentId !== undefined) {
    const comment = await readRecord(database, goalCommentEntity, { ...goal, commentId })
    return comment?.content.text ?? ''
  }
  if (questionId !== undefined) {
    const question = await readRecord(database, goalQuestionEntity, { ...goal, questionId })
    if (!question || question.state === 'withdrawn') return ''
    const { answer, content } = question
    return kind === 'answered' ? [answer?.option, answer?.text].filter(Boolean).join('\n') : content.text
  }
  if (revision !== undefined) {
    const report = await readRecord(database, goalReportEntity, { ...goal, revision })
    return report?.content.summary ?? ''
  }
  return ''
}
