import type { GoalUpdate } from '@cairn/contract/schemas/goals'
import type { GoalUpdateRecord } from '../../table/entities/goal-update.ts'
import { toEvaluationResponse } from '../to-goal-response.ts'

/** A history entry as clients see it. No client sends its name and version yet, so `clientInfo` is null. */
export function toGoalUpdateResponse(record: GoalUpdateRecord): GoalUpdate {
  return {
    id: record.updateId,
    organizationId: record.organizationId,
    goalId: record.goalId,
    revision: record.revision,
    status: record.status,
    health: record.health ?? null,
    evaluation: toEvaluationResponse(record.evaluation),
    summary: record.summary,
    details: record.details,
    authorityUserId: record.authorityUserId,
    actor: { kind: record.actor.kind, id: record.actor.id, runId: record.actor.runId },
    authentication: { kind: record.authentication.kind, subjectId: record.authentication.subjectId },
    clientInfo: null,
    idempotencyKey: record.idempotencyKey,
    createdAt: record.createdAt,
  }
}
