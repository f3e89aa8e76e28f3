import { randomUUID } from 'node:crypto'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { countChange } from '@cairn/domain/goals/counts/count-change'
import { reportKeyHash } from '@cairn/domain/goals/history/create-goal-update'
import { sealed } from '@cairn/domain/goals/history/entries'
import { summarize } from '@cairn/domain/goals/record/summarize'
import { wordsOfGoal } from '@cairn/domain/goals/record/write-goal'
import type { Database } from '@cairn/domain/storage/database/client'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalPostingEntity } from '@cairn/domain/storage/table/entities/goals/goal-posting'
import { goalReportEntity } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { goalReportKeyEntity } from '@cairn/domain/storage/table/entities/goals/goal-report-key'
import {
  encodeRow,
  type GoalRow,
  goalKeyOf,
  goalLabelRowEntity,
  goalRowEntity,
} from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalStandingEntity, noStanding } from '@cairn/domain/storage/table/entities/goals/goal-standing'
import { type GoalText, goalTextEntity } from '@cairn/domain/storage/table/entities/goals/goal-text'
import { goalWordsEntity } from '@cairn/domain/storage/table/entities/goals/goal-words'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { changeRecord, writeRecords } from './write-records.ts'

export type BulkGoal = {
  ownerUserId: string
  status: 'active' | 'paused'
  labelIds: string[]
  updatedAt: string
  /** Default: a short one with the goal's number. */
  title?: string
}

/**
 * Writes goals with the records that the service would have written, in a fraction of the time. A paused goal has one
 * report. Returns their ids in the given order.
 */
export async function writeGoals(
  database: Database,
  organizationId: string,
  goals: readonly BulkGoal[],
): Promise<string[]> {
  const written = goals.map((goal, index) => bulkGoal(organizationId, goal, index))
  const rows = written.map(({ row }) => row)
  const reports = written.flatMap((goal) => goal.reports)
  await writeRecords(database, goalRowEntity, rows.map(encodeRow))
  for (const row of rows) {
    const { Update: counted } = countChange(undefined, row) ?? {}
    await database.client.send(
      new UpdateCommand(counted?.params({ table: database.tableName }) as UpdateCommandInput),
    )
  }
  await writeRecords(
    database,
    goalTextEntity,
    rows.map((row) => ({ ...goalKeyOf(row), version: 1, ...text })),
  )
  await writeRecords(
    database,
    goalStandingEntity,
    rows.map((row) => ({ ...goalKeyOf(row), version: 1, ...noStanding })),
  )
  await writeRecords(
    database,
    goalReportEntity,
    reports.map(({ organizationId: _, goalId, revision, acknowledgements: __, ...content }) => ({
      ...goalKeyOf({ organizationId, goalId }),
      revision,
      content,
      acknowledgements: {},
      previous: null,
    })),
  )
  const words = rows.map((row) => ({ ...goalKeyOf(row), words: wordsOfGoal(row, text).join(' ') }))
  await writeRecords(database, goalWordsEntity, words)
  const postings = words.flatMap(({ words: ofGoal, ...key }) =>
    ofGoal.split(' ').map((word) => ({ ...key, initial: word.slice(0, 1), word })),
  )
  await writeRecords(database, goalPostingEntity, postings)
  const labelRows = rows.flatMap((row) =>
    row.labelIds.map((labelId) => ({ ...encodeRow(row), labelKey: shortId(labelId) })),
  )
  if (labelRows.length > 0) await writeRecords(database, goalLabelRowEntity, labelRows)
  const keys = reports
    .filter(({ revision }) => revision > 1)
    .map(({ goalId, idempotencyKey, revision }) => ({
      ...goalKeyOf({ organizationId, goalId }),
      keyHash: reportKeyHash(idempotencyKey),
      fingerprint: 'written in bulk',
      revision,
    }))
  if (keys.length > 0) await writeRecords(database, goalReportKeyEntity, keys)
  const uses = Map.groupBy(
    rows.flatMap(({ labelIds }) => labelIds),
    (labelId) => labelId,
  )
  for (const [labelId, { length }] of uses) {
    await changeRecord(database, goalLabelEntity, { organizationId, labelId }, { add: { useCount: length } })
  }
  return rows.map(({ goalId }) => goalId)
}

/** About 400 bytes, so that a goal has the typical 700. */
const description = 'Plant a hundred trees along the river, and water them in the first two summers. '.repeat(
  5,
)
const text: GoalText = { detailedDescription: description, criteria: [], measures: [] }

function bulkGoal(
  organizationId: string,
  goal: BulkGoal,
  index: number,
): { row: GoalRow; reports: GoalUpdate[] } {
  const { ownerUserId, status, labelIds, updatedAt, title = `Goal ${String(index).padStart(4, '0')}` } = goal
  const goalId = randomUUID()
  const published = reportOn({ organizationId, goalId, ownerUserId, updatedAt }, 1, 'active', null)
  const reports =
    status === 'active'
      ? [published]
      : [published, reportOn({ organizationId, goalId, ownerUserId, updatedAt }, 2, status, published.hash)]
  const last = reports.at(-1) ?? published
  const row: GoalRow = {
    organizationId,
    goalId,
    title,
    status,
    timeframe: { kind: 'continuous' },
    ownerUserId,
    labelIds,
    blockedByGoalIds: [],
    ...summarize(text, noStanding),
    ...(reports.length > 1 && {
      lastReport: {
        revision: last.revision,
        summary: last.summary,
        createdAt: last.createdAt,
        authorityUserId: last.authorityUserId,
      },
    }),
    recentHealth: reports.slice(1).map(() => null),
    revision: reports.length,
    version: reports.length,
    textVersion: 1,
    standingVersion: 1,
    historyHash: last.hash,
    createdAt: updatedAt,
    createdByUserId: ownerUserId,
    updatedAt,
    updatedByUserId: ownerUserId,
  }
  return { row, reports }
}

function reportOn(
  goal: { organizationId: string; goalId: string; ownerUserId: string; updatedAt: string },
  revision: number,
  status: BulkGoal['status'],
  previousHash: string | null,
): GoalUpdate {
  const { organizationId, goalId, ownerUserId, updatedAt } = goal
  const update = sealed({
    id: randomUUID(),
    organizationId,
    goalId,
    revision,
    goalVersion: Math.max(1, revision - 1),
    version: revision,
    status,
    health: null,
    evaluation: null,
    summary: revision === 1 ? 'Goal published' : 'Winter',
    details: 'Written in bulk.',
    verdicts: [],
    measurements: [],
    evidence: [],
    authorityUserId: ownerUserId,
    actor: { kind: 'user' as const, id: ownerUserId, runId: null },
    authentication: { kind: 'session' as const, subjectId: ownerUserId },
    clientInfo: null,
    idempotencyKey: `bulk-${revision}`,
    createdAt: updatedAt,
    previousHash,
  })
  return { ...update, acknowledgements: [] }
}
