import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'
import type { InputOf } from '@cairn/contract/registry'
import type { Access } from '../../access.ts'
import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import type { Implementation } from '../../operation.ts'
import { type GoalRecord, goalEntity } from '../../table/entities/goal.ts'
import { goalUpdateEntity } from '../../table/entities/goal-update.ts'
import { goalUpdateKeyEntity } from '../../table/entities/goal-update-key.ts'
import { createRecord, replaceRecord } from '../../table/put-record.ts'
import { goalAuthority, goalNotFound, requireWritable } from '../authority.ts'
import { labelChanges } from '../labels/label-changes.ts'
import { readGoal } from '../read-goal.ts'
import { healthAfterReport, laterOf } from '../rules.ts'
import { toGoalUpdateResponse } from './to-goal-update-response.ts'

type Report = InputOf<'createGoalUpdate'>['body']

/**
 * Reports on a goal. One transaction writes the goal, if it has not changed since it was read, with the history entry
 * and the idempotency key. Only reports change status, health, evaluation and revision.
 *
 *   read goal and key ── key used, same content ───────▶ the first response again
 *        ▲            ── key used, other content ──────▶ 409 goal_update_idempotency_conflict
 *        │            ── unexpected revision ──────────▶ 409 goal_revision_conflict
 *        │            ── otherwise, write ── committed ▶ 201
 *        └──────── goal changed meanwhile ──┘
 */
export const createGoalUpdate: Implementation<'createGoalUpdate'> = async (
  { database, now },
  access,
  { params, body: report },
) => {
  const { organizationId } = access
  const { goalId } = params
  const idempotencyKeyHash = keyOf(report.idempotencyKey)
  const fingerprint = fingerprintOf(report, access)

  const readUsedKey = () =>
    readRecord(database, goalUpdateKeyEntity, { organizationId, goalId, idempotencyKeyHash })

  return retryOnLostRace(database, async () => {
    const [role, stored, usedBefore] = await Promise.all([
      access.role,
      readGoal(database, organizationId, goalId),
      readUsedKey(),
    ])
    const goal = requireWritable(goalAuthority(access, role), stored)
    const isOvertaken = goal.revision !== report.expectedRevision
    // The parallel read of the key may be older than that of the goal: this very report may have changed the goal.
    const used = usedBefore ?? (isOvertaken ? await readUsedKey() : null)
    if (used) {
      if (used.fingerprint !== fingerprint) throw idempotencyConflict()
      return { update: await readUpdate(database, goal, used.revision) }
    }
    if (isOvertaken) throw revisionConflict(report.expectedRevision, goal.revision)

    const createdAt = timestampOf(now)
    const reported: GoalRecord = {
      ...goal,
      status: report.status,
      health: healthAfterReport(goal.health, report),
      currentEvaluation: report.evaluation ?? goal.currentEvaluation,
      revision: goal.revision + 1,
      version: goal.version + 1,
      updatedAt: laterOf(createdAt, goal.updatedAt),
      updatedByUserId: access.userId,
    }
    const update = {
      organizationId,
      goalId,
      revision: reported.revision,
      updateId: randomUUID(),
      status: report.status,
      health: report.health ?? undefined,
      evaluation: report.evaluation ?? undefined,
      summary: report.summary,
      details: report.details,
      authorityUserId: access.userId,
      actor: access.actor,
      authentication: access.authentication,
      idempotencyKey: report.idempotencyKey,
      createdAt,
    }
    const failed = await transact(database, {
      goal: replaceRecord(database, goalEntity, reported, goal.version),
      history: createRecord(database, goalUpdateEntity, update),
      key: createRecord(database, goalUpdateKeyEntity, {
        organizationId,
        goalId,
        idempotencyKeyHash,
        fingerprint,
        revision: update.revision,
      }),
      ...labelChanges(database, reported, goal.labelIds),
    })
    return failed.length > 0 ? lostRace : { update: toGoalUpdateResponse(update) }
  })
}

/** Identifies the content and the credential of a report: a retry has the same fingerprint. */
function fingerprintOf(report: Report, { authentication }: Access): string {
  return keyOf(
    JSON.stringify([
      report.status,
      report.health ?? null,
      report.evaluation ? [report.evaluation.result, report.evaluation.asOf] : null,
      report.summary,
      report.details,
      report.expectedRevision,
      authentication.kind,
      authentication.subjectId,
    ]),
  )
}

async function readUpdate(database: Database, goal: GoalRecord, revision: number) {
  const { organizationId, goalId } = goal
  const update = await readRecord(database, goalUpdateEntity, { organizationId, goalId, revision })
  // The entry was written in one transaction with its key, so it is only gone if the goal was deleted.
  if (!update) throw goalNotFound()
  return toGoalUpdateResponse(update)
}

function revisionConflict(expected: number, actual: number): ServiceError {
  return new ServiceError(
    'goal_revision_conflict',
    `Expected revision ${expected}, but the goal is at revision ${actual}.`,
  )
}

function idempotencyConflict(): ServiceError {
  return new ServiceError(
    'goal_update_idempotency_conflict',
    'This idempotency key was already used for a different report on the goal.',
  )
}
