import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goal-values'
import { CustomAttributeType, Entity, type EntityItem } from 'electrodb'
import { perDatabase } from '../../database/client.ts'

/** An entry of a goal's history. Never changed; stored in the partition of the goal, ordered by revision. */
export const goalUpdateEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'goalUpdate', version: '1', service: 'cairn' },
        attributes: {
          organizationId: { type: 'string', required: true },
          goalId: { type: 'string', required: true },
          revision: { type: 'number', required: true, padding: { length: 12, char: '0' } },
          updateId: { type: 'string', required: true },
          status: { type: CustomAttributeType<GoalStatus>('string'), required: true },
          health: { type: CustomAttributeType<GoalHealth>('string') },
          evaluation: { type: CustomAttributeType<NonNullable<GoalUpdate['evaluation']>>('any') },
          summary: { type: 'string', required: true },
          details: { type: 'string', required: true },
          authorityUserId: { type: 'string', required: true },
          actor: { type: CustomAttributeType<GoalUpdate['actor']>('any'), required: true },
          authentication: { type: CustomAttributeType<GoalUpdate['authentication']>('any'), required: true },
          idempotencyKey: { type: 'string', required: true },
          createdAt: { type: 'string', required: true },
        },
        indexes: {
          record: {
            pk: { field: 'pk', composite: ['organizationId', 'goalId'] },
            sk: { field: 'sk', composite: ['revision'] },
          },
        },
      } as const,
      configuration,
    ),
)

export type GoalUpdateRecord = EntityItem<ReturnType<typeof goalUpdateEntity>>
