import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../../lazy-entity.ts'
import { goalPartition } from '../goal-row.ts'

/**
 * The reviewer of an active goal: the index has the goals of a person, who watches them until they say no. Written in the goal's
 * transaction, and only if status or reviewer changes. The goal's row says that it exists (`isReviewed`).
 */
export const goalReviewerEntity = lazyEntity({
  model: { entity: 'goalReviewer', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** 128 bits of the hash of the user's id. */
    userKey: { type: 'string', field: 'k', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: [], template: 'r', casing: 'none' },
    },
    byPerson: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'userKey'],
        template: 'o#${organizationKey}#${userKey}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['goalKey'], template: '${goalKey}', casing: 'none' },
    },
  },
})
export type GoalReviewerRecord = EntityItem<typeof goalReviewerEntity>
