import { randomUUID } from 'node:crypto'
import type { GoalStatus } from '@cairn/contract/schemas/goals'
import type { Database } from '@cairn/domain/database/client'
import { keyOf } from '@cairn/domain/database/keys'
import { ownerKeyOf } from '@cairn/domain/goals/rules'
import { type GoalRecord, goalEntity } from '@cairn/domain/table/entities/goal'
import { goalLabelEntity } from '@cairn/domain/table/entities/goal-labels/goal-label'
import { goalLabelAssignmentEntity } from '@cairn/domain/table/entities/goal-labels/goal-label-assignment'
import { type GoalUpdateRecord, goalUpdateEntity } from '@cairn/domain/table/entities/goal-update'
import { goalUpdateKeyEntity } from '@cairn/domain/table/entities/goal-update-key'

export type BulkGoal = {
  ownerUserId: string
  status: 'active' | 'paused'
  labelIds: string[]
  updatedAt: string
}

type BatchWrite = { go(options: { concurrency: number }): Promise<{ unprocessed: unknown[] }> }

/** Two at a time: the engine has one writer and shares the machine with its callers. */
const concurrency = 2

async function write(batch: BatchWrite): Promise<void> {
  const { unprocessed } = await batch.go({ concurrency })
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} records were not written.`)
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
  const records = goals.map((goal, index) => goalRecord(organizationId, goal, index))
  const updates = records.flatMap((record) =>
    record.revision === 1
      ? [updateRecord(record, 1, 'active')]
      : [updateRecord(record, 1, 'active'), updateRecord(record, 2, record.status)],
  )
  const reports = updates.filter(({ revision }) => revision > 1)
  const assignments = records.flatMap(({ goalId, labelIds, updatedAt }) =>
    labelIds.map((labelId) => ({ organizationId, goalId, labelId, updatedAt })),
  )
  await write(goalEntity(database).put(records))
  await write(goalUpdateEntity(database).put(updates))
  if (assignments.length > 0) await write(goalLabelAssignmentEntity(database).put(assignments))
  if (reports.length > 0) {
    const keys = reports.map(({ goalId, idempotencyKey, revision }) => ({
      organizationId,
      goalId,
      idempotencyKeyHash: keyOf(idempotencyKey),
      fingerprint: 'written in bulk',
      revision,
    }))
    await write(goalUpdateKeyEntity(database).put(keys))
  }
  for (const [labelId, uses] of Map.groupBy(assignments, (assignment) => assignment.labelId)) {
    await goalLabelEntity(database).patch({ organizationId, labelId }).add({ useCount: uses.length }).go()
  }
  return records.map(({ goalId }) => goalId)
}

/** About 400 bytes, so that a goal has the typical 700. */
const description = 'Plant a hundred trees along the river, and water them in the first two summers. '.repeat(
  5,
)

function goalRecord(organizationId: string, goal: BulkGoal, index: number): GoalRecord {
  const { ownerUserId, status, labelIds, updatedAt } = goal
  return {
    organizationId,
    goalId: randomUUID(),
    title: `Goal ${String(index).padStart(4, '0')}`,
    detailedDescription: description,
    status,
    timeframe: { kind: 'continuous' },
    ownerUserId,
    ownerKey: ownerKeyOf(ownerUserId),
    labelIds,
    criteria: [],
    revision: status === 'active' ? 1 : 2,
    version: status === 'active' ? 1 : 2,
    createdAt: updatedAt,
    createdByUserId: ownerUserId,
    updatedAt,
    updatedByUserId: ownerUserId,
  }
}

function updateRecord(goal: GoalRecord, revision: number, status: GoalStatus): GoalUpdateRecord {
  const { organizationId, goalId, updatedAt, updatedByUserId } = goal
  return {
    organizationId,
    goalId,
    revision,
    updateId: randomUUID(),
    status,
    summary: revision === 1 ? 'Goal published' : 'Winter',
    details: 'Written in bulk.',
    authorityUserId: updatedByUserId,
    actor: { kind: 'user', id: updatedByUserId, runId: null },
    authentication: { kind: 'session', subjectId: updatedByUserId },
    idempotencyKey: `bulk-${revision}`,
    createdAt: updatedAt,
  }
}
