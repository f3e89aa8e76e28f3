import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import type { LabelContent } from './directory-entry.ts'

/** A label as clients see it. */
export function toGoalLabelResponse(record: LabelContent): GoalLabel {
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
