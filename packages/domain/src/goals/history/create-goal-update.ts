import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf } from '@cairn/contract/registry/registry'
import { recordGoalEvent } from '../../background/changes/record-events.ts'
import { reportEvent } from '../../events/goal-events.ts'
import { type Access, actorOf } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { goalAcknowledgementCountEntity } from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import { type GoalReportRecord, goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalReportKeyEntity } from '../../storage/table/entities/goals/goal-report-key.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalClaimRecord, goalHandoffEntity } from '../../storage/table/entities/goals/work/goal-work.ts'
import {
  createRecord,
  deleteItem,
  keyOfRecord,
  putRecord,
  type TransactionItem,
} from '../../storage/table/entity.ts'
import { shortDigest } from '../../storage/table/short-id.ts'
import { withItsAcknowledgements } from '../acknowledgements/shown.ts'
import { type GoalState, readGoal } from '../record/read-goal.ts'
import { summarize } from '../record/summarize.ts'
import { hasTrait } from '../record/traits.ts'
import { writeGoal } from '../record/write-goal.ts'
import { requireKnown } from '../record/write-texts.ts'
import { requireVerified } from '../review/verification.ts'
import { goalNotFound, mayReadHistory, requireWritable } from '../rules/authority.ts'
import { healthAfterReport, laterOf, recentHealthAfter } from '../rules/rules.ts'
import { relationsOfReport, relationsToFollow } from '../tree/following/relation-change.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { goalClaimed } from '../work/claims/claim-errors.ts'
import { endClaimItems } from '../work/claims/claim-record.ts'
import { type ClaimedWrite, readClaim, refusalOf, requiredClaim } from '../work/claims/guard-write.ts'
import { isCounted, usageItem, usedAfter } from '../work/usage/sums.ts'
import { isCurrent } from '../work/work.ts'
import { claimConflict, revisionConflict } from './conflict.ts'
import { reportRecord, toGoalUpdateResponse, toUsageResponse } from './entries.ts'
import { standingAfterReport } from './standing-after-report.ts'

type Report = InputOf<'createGoalUpdate'>['body']

/**
 * Reports on a goal. One transaction writes the goal, if it has not changed since it was read, with the history entry
 * and the idempotency key. Only reports change status, health, evaluation, verdicts, values and revision.
 *
 *   read goal and key ── key used, same content ───────▶ the first response again
 *        ▲            ── key used, other content ──────▶ 409 goal_update_idempotency_conflict
 *        │            ── claimed by another ───────────▶ 409 goal_claimed
 *        │            ── fence not current ────────────▶ 409 goal_claim_lost, with what was missed
 *        │            ── unexpected revision ──────────▶ 409 goal_revision_conflict, with what was missed
 *        │            ── completed, but not verified ──▶ 409 verification_required
 *        │            ── otherwise, write ── committed ▶ 201
 *        └──────── goal changed meanwhile ──┘
 */
export const createGoalUpdate: Implementation<'createGoalUpdate'> = async (
  context,
  access,
  { params, body: report },
) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  const key = { ...goalKeyOf({ organizationId, goalId }), keyHash: reportKeyHash(report.idempotencyKey) }
  const fingerprint = reportFingerprint(report, access.authentication)

  const claimed: ClaimedWrite = {
    organizationId,
    goalId,
    claimFence: report.claimFence,
    runId: report.runId,
    endsWork: report.status !== 'active',
  }
  return retryOnLostRace(database, async () => {
    const [authority, stored, usedBefore, claim, needsTrait] = await Promise.all([
      readAuthority(database, access, goalId),
      readGoal(database, organizationId, goalId),
      readRecord(database, goalReportKeyEntity, key),
      readClaim(database, access, claimed),
      report.handoff != null && hasTrait(database, organizationId, 'hasWork').then((has) => !has),
    ])
    const goal = requireWritable(authority, stored)
    const refusal = refusalOf(access, claimed, claim, now)
    const isOvertaken = goal.row.revision !== report.expectedRevision
    const missed = { database, access: { ...access, ...authority }, goal: goal.row }
    const [used, conflict] =
      usedBefore || !(refusal || isOvertaken)
        ? [usedBefore]
        : await Promise.all([
            // The parallel read of the key may be older than that of the goal: this very report may have changed the goal.
            readRecord(database, goalReportKeyEntity, key),
            refusal === 'goal_claimed'
              ? goalClaimed(claim, now)
              : refusal
                ? claimConflict(missed, { revision: report.expectedRevision }, claim, now)
                : revisionConflict(missed, report.expectedRevision),
          ])
    if (used) {
      const stored = await readReport(database, goal.row, used.revision)
      if (used.fingerprint !== fingerprint) {
        throw idempotencyConflict(mayReadHistory({ ...access, ...authority }, goal) ? stored : undefined)
      }
      context.noteReplay?.()
      return stored
    }
    if (conflict) throw conflict
    const { verdicts = [], measurements = [] } = report
    requireKnown('invalid_goal_criteria', 'criteria', goal.text.criteria, verdicts.map(idOfCriterion))
    requireKnown('invalid_goal_measures', 'measures', goal.text.measures, measurements.map(idOfMeasure))

    const { record, reported } = reportOn(goal, report, access, timestampOf(now))
    if (report.status === 'completed') requireVerified(reported)
    const others = {
      history: { Put: createRecord(goalReportEntity, record) },
      usage: usageItem(record, goal.row, reported.row),
      key: { Put: createRecord(goalReportKeyEntity, { ...key, fingerprint, revision: record.revision }) },
      ...claimItems(context, access, claimed, claim, goal.row),
      handoff: handoffItem(record),
      change: recordGoalEvent(
        database,
        organizationId,
        reportEvent(record, goal.row.title),
        relationsToFollow(relationsOfReport(record), goal.row),
      ),
    }
    const failed = await writeGoal(context, reported, goal, others, { traits: needsTrait ? ['hasWork'] : [] })
    return failed.length > 0 ? lostRace : { update: toGoalUpdateResponse(record) }
  })
}

/** The writes to the claim: a report that ends the work ends it, every other one requires that it is still there. */
function claimItems(
  { database, now }: Pick<Context, 'database' | 'now'>,
  access: Access,
  write: ClaimedWrite,
  claim: GoalClaimRecord | null,
  row: GoalRow,
): Record<string, TransactionItem | undefined> {
  return write.endsWork && isCurrent(claim, now)
    ? endClaimItems(database, row, claim, { by: access, now, reason: 'reported' })
    : { claim: requiredClaim(access, write, claim) }
}

/** The write of the hand-off; undefined if the report says nothing about it. */
function handoffItem({
  organizationKey,
  goalKey,
  revision,
  content,
}: GoalReportRecord): TransactionItem | undefined {
  const { handoff, createdAt } = content
  if (handoff === undefined) return undefined
  const key = { organizationKey, goalKey }
  if (handoff === null) return { Delete: deleteItem(keyOfRecord(goalHandoffEntity, key)) }
  const actor = actorOf(content)
  return { Put: putRecord(goalHandoffEntity, { ...key, text: handoff, revision, createdAt, ...actor }) }
}

/** The record of the report, and the goal after it. */
function reportOn(
  { row, text, standing }: GoalState,
  report: Report,
  access: Access,
  createdAt: string,
): { record: GoalReportRecord; reported: GoalState } {
  const { verdicts = [], measurements = [] } = report
  const authorityUserId = access.userId
  const revision = row.revision + 1
  const version = row.version + 1
  const record = reportRecord(
    {
      id: randomUUID(),
      organizationId: row.organizationId,
      goalId: row.goalId,
      revision,
      goalVersion: row.version,
      version,
      status: report.status,
      health: report.health ?? null,
      evaluation: report.evaluation ?? null,
      summary: report.summary,
      details: report.details,
      verdicts,
      measurements,
      evidence: report.evidence ?? [],
      ...(report.usage && { usage: report.usage }),
      authorityUserId,
      ...actorOf(access),
      actor: { ...access.actor, runId: report.runId ?? access.actor.runId },
      authentication: access.authentication,
      clientInfo: report.clientInfo ?? null,
      ...(report.handoff !== undefined && { handoff: report.handoff }),
      idempotencyKey: report.idempotencyKey,
      createdAt,
      previousHash: row.historyHash,
    },
    {
      previous: { status: row.status, health: row.health ?? null },
      ...(isCounted(report) && { isCounted: true }),
    },
  )
  const standingAfter = standingAfterReport(standing, { ...record.content, revision })
  const health = healthAfterReport(row.health, report)
  const rowAfter: GoalRow = {
    ...row,
    ...summarize(text, standingAfter),
    status: report.status,
    health,
    recentHealth: recentHealthAfter(row.recentHealth, health),
    currentEvaluation: report.evaluation ?? row.currentEvaluation,
    lastReport: { revision, summary: report.summary, createdAt, authorityUserId },
    ...(record.isCounted && { used: usedAfter(row.used, report.usage) }),
    revision,
    version,
    standingVersion: standingAfter === standing ? row.standingVersion : version,
    historyHash: record.content.hash,
    updatedAt: laterOf(createdAt, row.updatedAt),
    updatedByUserId: access.userId,
  }
  return { record, reported: { row: rowAfter, text, standing: standingAfter } }
}

const idOfCriterion = ({ criterionId }: { criterionId: string }) => ({ id: criterionId })
const idOfMeasure = ({ measureId }: { measureId: string }) => ({ id: measureId })

export function reportKeyHash(idempotencyKey: string): string {
  return shortDigest(keyOf(idempotencyKey))
}

/**
 * Identifies the content and the credential of a report: a retry has the same fingerprint. It does not
 * contain the expected revision and who made the report (`runId`, `clientInfo`), so that a job may run again, in another run
 * and after reading the goal again.
 */
export function reportFingerprint(
  report: Omit<Report, 'expectedRevision' | 'idempotencyKey'>,
  { kind, subjectId }: Access['authentication'],
): string {
  const { verdicts = [], measurements = [], evidence = [] } = report
  return keyOf(
    JSON.stringify([
      report.status,
      report.health ?? null,
      report.evaluation ? [report.evaluation.result, report.evaluation.asOf] : null,
      report.summary,
      report.details,
      verdicts,
      measurements,
      evidence,
      kind,
      subjectId,
      // Those from before there were hand-offs and usage have none.
      ...(report.handoff === undefined ? [] : [{ handoff: report.handoff }]),
      ...(report.usage ? [{ usage: toUsageResponse(report.usage) }] : []),
    ]),
  )
}

async function readReport(
  database: Database,
  { organizationId, goalId }: GoalRow,
  revision: number,
): Promise<ReturnType<typeof withItsAcknowledgements>> {
  const key = { ...goalKeyOf({ organizationId, goalId }), revision }
  const [report, counted] = await Promise.all([
    readRecord(database, goalReportEntity, key),
    readRecord(database, goalAcknowledgementCountEntity, key),
  ])
  // The entry was written in one transaction with its key, so it is only gone if the goal was deleted.
  if (!report) throw goalNotFound()
  return withItsAcknowledgements(report, counted)
}

/** @param stored  The report that has the key, if the caller may read it. */
function idempotencyConflict(stored: ReturnType<typeof withItsAcknowledgements> | undefined): ServiceError {
  return new ServiceError(
    'goal_update_idempotency_conflict',
    'This idempotency key was already used for a different report on the goal.',
    stored && { addition: stored },
  )
}
