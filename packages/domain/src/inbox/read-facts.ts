import type { Event } from '@cairn/contract/schemas/feed/events'
import { readGoalRow } from '../goals/record/read-goal.ts'
import { readWatchers } from '../goals/watching/watchers.ts'
import { readAdministrators } from '../organizations/members/administrators.ts'
import type { Database } from '../storage/database/client.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { goalCommentEntity } from '../storage/table/entities/goals/conversation/goal-comment.ts'
import { goalEditEntity } from '../storage/table/entities/goals/goal-edit.ts'
import { type GoalReportRecord, goalReportEntity } from '../storage/table/entities/goals/goal-report.ts'
import { type GoalRow, goalKeyOf } from '../storage/table/entities/goals/goal-row.ts'
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
  const watchers = reads('watchers') ? await readWatchers(database, row) : []
  return {
    ...noFacts,
    watchers,
    reviewers: report ? await readReviewers(database, row, report, watchers) : [],
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
    ...(edit && {
      edited: {
        ownerUserId: edit.content.fields.ownerUserId?.to,
        reviewerUserId: edit.content.fields.reviewerUserId?.to,
      },
    }),
  }
}

/**
 * Returns those who are asked to confirm what a report says is met: the reviewer of the goal. Where a second person is needed and nobody
 * reviews the goal, everybody else may confirm: who watches it, or the administrators if nobody does but whoever has judged.
 */
async function readReviewers(
  database: Database,
  { organizationId, reviewerUserId, verification }: GoalRow,
  { content: { verdicts, authorityUserId } }: GoalReportRecord,
  watchers: readonly string[],
): Promise<readonly string[]> {
  if (!verdicts.some(({ result }) => result === 'met')) return []
  if (reviewerUserId !== undefined) return [reviewerUserId]
  if (verification === undefined) return []
  const others = watchers.filter((userId) => userId !== authorityUserId)
  if (others.length > 0) return others
  return (await readAdministrators(database, organizationId)).map(({ userId }) => userId)
}

type EventIds = { questionId: string; commentId: string; version: number; revision: number }
