/** What a goal of version 0.1 is in the current layout. The same goal always becomes the same records. */
import { reportFingerprint, reportKeyHash } from '../goals/history/create-goal-update.ts'
import { reportRecord } from '../goals/history/entries.ts'
import type { GoalState } from '../goals/record/read-goal.ts'
import { summarize } from '../goals/record/summarize.ts'
import type { GoalReportRecord } from '../table/entities/goals/goal-report.ts'
import { type GoalRow, goalKeyOf } from '../table/entities/goals/goal-row.ts'
import { noStanding } from '../table/entities/goals/goal-standing.ts'
import type { GoalRecord } from '../table/layout-1/goal.ts'
import type { GoalUpdateRecord } from '../table/layout-1/goal-update.ts'
import { namedId } from '../table/short-id.ts'

/**
 * The record of a report. Version 0.1 recorded no edits, so each report judged the version before its own, and versions
 * are revisions.
 *
 * @param previousHash  The hash of the report before; null for the publication.
 */
export function convertReport(entry: GoalUpdateRecord, previousHash: string | null): GoalReportRecord {
  const { revision, actor, authentication, evaluation } = entry
  return reportRecord({
    id: entry.updateId,
    organizationId: entry.organizationId,
    goalId: entry.goalId,
    revision,
    goalVersion: Math.max(1, revision - 1),
    version: revision,
    status: entry.status,
    health: entry.health ?? null,
    evaluation: evaluation ? { result: evaluation.result, asOf: evaluation.asOf } : null,
    summary: entry.summary,
    details: entry.details,
    verdicts: [],
    measurements: [],
    evidence: [],
    authorityUserId: entry.authorityUserId,
    actor: { kind: actor.kind, id: actor.id, runId: null },
    authentication: { kind: authentication.kind, subjectId: authentication.subjectId },
    clientInfo: null,
    idempotencyKey: entry.idempotencyKey,
    createdAt: entry.createdAt,
    previousHash,
  })
}

/**
 * The record of a report's idempotency key. Its fingerprint is a new one: that of version 0.1 contained the expected
 * revision.
 */
export function convertReportKey(entry: GoalUpdateRecord) {
  return {
    ...goalKeyOf(entry),
    keyHash: reportKeyHash(entry.idempotencyKey),
    fingerprint: reportFingerprint(entry, entry.authentication),
    revision: entry.revision,
  }
}

/** What the row of a goal takes from its history. */
export type ConvertedHistory = { last: GoalReportRecord } & Pick<GoalRow, 'recentHealth'>

/**
 * The goal itself: its current texts become those of version 1, and no criterion has a verdict.
 *
 * @param history.last  The report of the goal's revision.
 */
export function convertGoal(goal: GoalRecord, { last, recentHealth }: ConvertedHistory): GoalState {
  const text = {
    detailedDescription: goal.detailedDescription,
    criteria: goal.criteria.map(({ title, description }, position) => ({
      id: criterionId(goal.goalId, position),
      title,
      description,
    })),
    measures: [],
  }
  const { summary, createdAt, authorityUserId, hash } = last.content
  const row: GoalRow = {
    organizationId: goal.organizationId,
    goalId: goal.goalId,
    title: goal.title,
    status: goal.status,
    health: goal.health,
    timeframe: goal.timeframe,
    currentEvaluation: goal.currentEvaluation,
    ownerUserId: goal.ownerUserId,
    labelIds: [...goal.labelIds],
    ...summarize(text, noStanding),
    ...(goal.revision > 1 && {
      lastReport: { revision: goal.revision, summary, createdAt, authorityUserId },
    }),
    recentHealth,
    revision: goal.revision,
    version: goal.revision,
    textVersion: 1,
    standingVersion: 1,
    historyHash: hash,
    createdAt: goal.createdAt,
    createdByUserId: goal.createdByUserId,
    updatedAt: goal.updatedAt,
    updatedByUserId: goal.updatedByUserId,
  }
  return { row, text, standing: noStanding }
}

/** Criteria of version 0.1 had no ids. */
function criterionId(goalId: string, position: number): string {
  return namedId(goalId, `criterion ${position}`)
}
