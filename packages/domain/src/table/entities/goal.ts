import type { Goal, GoalHealth, GoalStatus } from '@cairn/contract/schemas/goals'
import { CustomAttributeType, Entity, type EntityItem } from 'electrodb'
import { perDatabase } from '../../database/client.ts'

/** Stands for `keyOf` an owner where a goal has none; no key of 64 hexadecimal digits is like it. */
export const noOwnerKey = 'nobody'

/**
 * A goal as it is now. Every write replaces the whole record on condition of the `version` that it read, so that
 * index keys and content never disagree. The three list indexes carry whole goals: a page is one query.
 */
export const goalEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'goal', version: '1', service: 'cairn' },
        attributes: {
          organizationId: { type: 'string', required: true },
          goalId: { type: 'string', required: true },
          title: { type: 'string', required: true },
          detailedDescription: { type: 'string', required: true },
          status: { type: CustomAttributeType<GoalStatus>('string'), required: true },
          /** Absent: null, as in every optional attribute of the table. */
          health: { type: CustomAttributeType<GoalHealth>('string') },
          timeframe: { type: CustomAttributeType<Goal['timeframe']>('any'), required: true },
          currentEvaluation: { type: CustomAttributeType<NonNullable<Goal['currentEvaluation']>>('any') },
          ownerUserId: { type: 'string' },
          /** `keyOf` the owner's id, or `noOwnerKey`. */
          ownerKey: { type: 'string', required: true },
          labelIds: { type: CustomAttributeType<string[]>('any'), required: true },
          criteria: { type: CustomAttributeType<Goal['criteria']>('any'), required: true },
          /** Of the history: what clients expect in a report. */
          revision: { type: 'number', required: true },
          /** Of the record: counts every write, also those that the history does not show. */
          version: { type: 'number', required: true },
          createdAt: { type: 'string', required: true },
          createdByUserId: { type: 'string', required: true },
          updatedAt: { type: 'string', required: true },
          updatedByUserId: { type: 'string', required: true },
        },
        indexes: {
          record: {
            pk: { field: 'pk', composite: ['organizationId', 'goalId'] },
            sk: { field: 'sk', composite: [] },
          },
          byOrganization: {
            index: 'gsi1',
            pk: { field: 'gsi1pk', composite: ['organizationId'] },
            sk: { field: 'gsi1sk', composite: ['updatedAt', 'goalId'] },
          },
          byOwner: {
            index: 'gsi2',
            pk: { field: 'gsi2pk', composite: ['organizationId', 'ownerKey'] },
            sk: { field: 'gsi2sk', composite: ['updatedAt', 'goalId'] },
          },
          byStatus: {
            index: 'gsi3',
            pk: { field: 'gsi3pk', composite: ['organizationId', 'status'] },
            sk: { field: 'gsi3sk', composite: ['updatedAt', 'goalId'] },
          },
        },
      } as const,
      configuration,
    ),
)

export type GoalEntity = ReturnType<typeof goalEntity>
export type GoalRecord = EntityItem<GoalEntity>
