import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goal-values'
import type { Goal } from '@cairn/contract/schemas/goals'
import { attributeType, defineEntity, type RecordOf } from '../entity/declaration.ts'

/** The owner key of a goal without an owner. It differs from every `keyOf`, which has 64 hexadecimal digits. */
export const noOwnerKey = 'nobody'

/**
 * The current state of a goal. Every write replaces the whole record if its `version` has not changed since it was
 * read, so index keys always match the content. The three list indexes contain whole goals: a page is one query.
 */
export const goalEntity = defineEntity({
  model: { entity: 'goal', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    goalId: { type: 'string', required: true },
    title: { type: 'string', required: true },
    detailedDescription: { type: 'string', required: true },
    status: { type: attributeType<GoalStatus>('string'), required: true },
    /** Absent means null, as in every optional attribute. */
    health: { type: attributeType<GoalHealth>('string') },
    timeframe: { type: attributeType<Goal['timeframe']>('any'), required: true },
    currentEvaluation: { type: attributeType<NonNullable<Goal['currentEvaluation']>>('any') },
    ownerUserId: { type: 'string' },
    /** `keyOf` the owner's id, or `noOwnerKey`. */
    ownerKey: { type: 'string', required: true },
    labelIds: { type: attributeType<string[]>('any'), required: true },
    criteria: { type: attributeType<Goal['criteria']>('any'), required: true },
    /** The revision of the history, which a report must expect. */
    revision: { type: 'number', required: true },
    /** Counts all writes of the record, including those that are not in the history. */
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
})

export type GoalRecord = RecordOf<typeof goalEntity>
