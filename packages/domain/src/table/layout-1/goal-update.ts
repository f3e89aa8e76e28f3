import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goal-values'
import { attributeType, defineEntity, type RecordOf } from '../entity/declaration.ts'

/** An entry of a goal's history. Never changed; stored in the partition of the goal, ordered by revision. */
export const goalUpdateEntity = defineEntity({
  model: { entity: 'goalUpdate', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    goalId: { type: 'string', required: true },
    revision: { type: 'number', required: true, padding: { length: 12, char: '0' } },
    updateId: { type: 'string', required: true },
    status: { type: attributeType<GoalStatus>('string'), required: true },
    health: { type: attributeType<GoalHealth>('string') },
    evaluation: { type: attributeType<NonNullable<GoalUpdate['evaluation']>>('any') },
    summary: { type: 'string', required: true },
    details: { type: 'string', required: true },
    authorityUserId: { type: 'string', required: true },
    actor: { type: attributeType<GoalUpdate['actor']>('any'), required: true },
    authentication: { type: attributeType<GoalUpdate['authentication']>('any'), required: true },
    idempotencyKey: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId', 'goalId'] },
      sk: { field: 'sk', composite: ['revision'] },
    },
  },
})

export type GoalUpdateRecord = RecordOf<typeof goalUpdateEntity>
