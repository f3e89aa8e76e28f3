import type { Goal } from '@cairn/contract/schemas/goals'
import type { GoalRecord } from '../table/goal.ts'
import { type LabelDirectory, labelsByName } from './goal-labels-of.ts'

/** A stored goal as clients see it. */
export function goalOf(record: GoalRecord, labels: LabelDirectory): Goal {
  return {
    id: record.goalId,
    organizationId: record.organizationId,
    title: record.title,
    detailedDescription: record.detailedDescription,
    status: record.status,
    health: record.health ?? null,
    timeframe: record.timeframe,
    currentEvaluation: record.currentEvaluation ?? null,
    ownerUserId: record.ownerUserId ?? null,
    labels: labelsByName(labels, record.labelIds),
    criteria: record.criteria,
    revision: record.revision,
    createdAt: record.createdAt,
    createdByUserId: record.createdByUserId,
    updatedAt: record.updatedAt,
    updatedByUserId: record.updatedByUserId,
  }
}
