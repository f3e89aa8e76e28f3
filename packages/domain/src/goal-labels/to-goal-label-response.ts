import type { GoalLabel } from '@cairn/contract/schemas/goal-labels'
import type { GoalLabelRecord } from '../table/entities/goal-label.ts'

/** A label as clients see it. */
export function toGoalLabelResponse(record: GoalLabelRecord): GoalLabel {
  return {
    id: record.labelId,
    organizationId: record.organizationId,
    name: record.name,
    color: record.color ?? null,
    description: record.description ?? null,
    createdAt: record.createdAt,
    createdByUserId: record.createdByUserId,
    updatedAt: record.updatedAt,
    updatedByUserId: record.updatedByUserId,
  }
}
