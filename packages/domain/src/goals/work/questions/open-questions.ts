/** The open questions of an organization, by the small records that say that they are open. */
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { readNames } from '../../../organizations/context/read-names.ts'
import type { Database } from '../../../storage/database/client.ts'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type GoalQuestionRecord,
  goalQuestionEntity,
} from '../../../storage/table/entities/goals/work/goal-question.ts'
import {
  type OpenQuestionRecord,
  openQuestionEntity,
  openQuestionTimeToLive,
} from '../../../storage/table/entities/goals/work/goal-work.ts'
import { shortId } from '../../../storage/table/short-id.ts'
import { toQuestionResponse } from './question-record.ts'

/** Returns the record that says that a question is open. */
export function openQuestionOf(question: GoalQuestionRecord): OpenQuestionRecord {
  const { organizationKey, goalKey, questionId, askedUserIds, endsAt, content } = question
  return {
    organizationKey,
    goalKey,
    questionId,
    askedUserIds,
    ...(content.actorName === undefined && { askedBy: content.actor.id }),
    createdAt: Date.parse(content.createdAt),
    endsAt,
    ttl: openQuestionTimeToLive(endsAt),
  }
}

/** Reads which questions of an organization nobody has answered or withdrawn, strongly consistent. They may have expired. */
export async function readOpenQuestions(
  database: Database,
  organizationId: string,
): Promise<OpenQuestionRecord[]> {
  return queryAllRecords(
    database,
    openQuestionEntity,
    'record',
    { organizationKey: shortId(organizationId) },
    { consistent: true },
  )
}

/**
 * Reads questions that were open, in the same order and in one round trip, because it is known who asked. Null for one that is no longer
 * open.
 */
export async function readMarkedQuestions(
  database: Database,
  organizationId: string,
  open: readonly OpenQuestionRecord[],
  now: Date,
): Promise<(GoalQuestion | null)[]> {
  const [nameOf, ...records] = await Promise.all([
    readNames(
      database,
      organizationId,
      open.flatMap(({ askedBy }) => askedBy ?? []),
    ),
    ...open.map((marker) => readRecord(database, goalQuestionEntity, marker)),
  ])
  return records.map((record) => {
    const question = record && toQuestionResponse(record, nameOf, now)
    return question?.state === 'open' ? question : null
  })
}
