import type { Event } from '@cairn/contract/schemas/feed/events'
import { readGoalRow } from '../goals/record/read-goal.ts'
import { readWatchers } from '../goals/watching/watchers.ts'
import type { Database } from '../storage/database/client.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { goalCommentEntity } from '../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalEditEntity } from '../storage/table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../storage/table/entities/goals/goal-row.ts'
import { goalQuestionEntity } from '../storage/table/entities/goals/work/goal-question.ts'
import { type Facts, type Need, noFacts } from './happenings.ts'

/** Reads what decides whom an event concerns. Returns null if its goal is gone: then nobody is told. Strongly consistent. */
export async function readFacts(
  database: Database,
  organizationId: string,
  event: Event,
  needs: readonly Need[],
): Promise<Facts | null> {
  const goalId = event.goal?.id
  if (goalId === undefined) return null
  const key = goalKeyOf({ organizationId, goalId })
  const { questionId = '', commentId = '', version = 0, revision = 0 } = event.data as Partial<EventIds>
  const reads = (need: Need) => needs.includes(need)
  const [row, question, comment, edit, report] = await Promise.all([
    readGoalRow(database, organizationId, goalId),
    reads('question') ? readRecord(database, goalQuestionEntity, { ...key, questionId }) : null,
    reads('comment') ? readRecord(database, goalCommentEntity, { ...key, commentId }) : null,
    reads('edit') ? readRecord(database, goalEditEntity, { ...key, version }) : null,
    reads('report') ? readRecord(database, goalReportEntity, { ...key, revision }) : null,
  ])
  if (!row) return null
  return {
    ...noFacts,
    watchers: reads('watchers') ? await readWatchers(database, row) : [],
    hasMetVerdict: (report?.content.verdicts ?? []).some(({ result }) => result === 'met'),
    ...(question && {
      question: {
        askedUserIds: question.askedUserIds,
        authorityUserId: question.content.authorityUserId,
      },
    }),
    ...(comment &&
      comment.content.deletedAt === undefined && {
        comment: {
          createdAt: comment.content.createdAt,
          mentionedUserIds: comment.content.mentionedUserIds,
        },
      }),
    reviewerUserId: row.reviewerUserId,
    ...(edit && {
      edited: {
        ownerUserId: edit.content.fields.ownerUserId?.to,
        reviewerUserId: edit.content.fields.reviewerUserId?.to,
      },
    }),
  }
}

type EventIds = { questionId: string; commentId: string; version: number; revision: number }
