import type { Goal } from '@cairn/contract/schemas/goals'
import type { GoalRecord } from '../table/entities/goal.ts'
import { type Labels, labelsByName } from './labels/read-goal-labels.ts'

/** A goal as clients see it. Nested objects are rebuilt, because the table returns their fields in any order. */
export function toGoalResponse(record: GoalRecord, labels: Labels): Goal {
  return {
    id: record.goalId,
    organizationId: record.organizationId,
    title: record.title,
    detailedDescription: record.detailedDescription,
    status: record.status,
    health: record.health ?? null,
    timeframe: timeframeOf(record.timeframe),
    currentEvaluation: toEvaluationResponse(record.currentEvaluation),
    ownerUserId: record.ownerUserId ?? null,
    labels: labelsByName(labels, record.labelIds),
    criteria: record.criteria.map(({ title, description }) => ({ title, description })),
    revision: record.revision,
    createdAt: record.createdAt,
    createdByUserId: record.createdByUserId,
    updatedAt: record.updatedAt,
    updatedByUserId: record.updatedByUserId,
  }
}

function timeframeOf(timeframe: Goal['timeframe']): Goal['timeframe'] {
  return timeframe.kind === 'deadline'
    ? { kind: timeframe.kind, targetDate: timeframe.targetDate }
    : { kind: timeframe.kind }
}

export function toEvaluationResponse(
  evaluation: Goal['currentEvaluation'] | undefined,
): Goal['currentEvaluation'] {
  return evaluation ? { result: evaluation.result, asOf: evaluation.asOf } : null
}
