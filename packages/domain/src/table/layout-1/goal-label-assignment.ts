import { defineEntity, type RecordOf } from '../entity/declaration.ts'

/** A label on a goal. Stored in the partition of the goal, and indexed by label in the order of goal lists. */
export const goalLabelAssignmentEntity = defineEntity({
  model: { entity: 'goalLabelAssignment', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    goalId: { type: 'string', required: true },
    labelId: { type: 'string', required: true },
    /** The goal's `updatedAt`, which orders every goal list. */
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId', 'goalId'] },
      sk: { field: 'sk', composite: ['labelId'] },
    },
    byLabel: {
      index: 'gsi2',
      pk: { field: 'gsi2pk', composite: ['organizationId', 'labelId'] },
      sk: { field: 'gsi2sk', composite: ['updatedAt', 'goalId'] },
    },
  },
})

export type GoalLabelAssignmentRecord = RecordOf<typeof goalLabelAssignmentEntity>
