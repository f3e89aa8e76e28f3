import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../../lazy-entity.ts'
import { goalPartition } from '../goal-row.ts'

/**
 * Whether a person watches a goal, if somebody has said so: the person, or a comment that the person has written or is mentioned in. A
 * stored no is stronger than all that makes people watch. Owners and reviewers watch without a record. The index has those of a person.
 */
export const goalWatchEntity = lazyEntity({
  model: { entity: 'goalWatch', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** 128 bits of the hash of `userId`. */
    userKey: { type: 'string', field: 'k', required: true },
    userId: { type: 'string', field: 'u', required: true },
    watching: { type: 'boolean', field: 'w', required: true },
    /** The time of the record, in Unix milliseconds. */
    at: { type: 'number', field: 'a', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: ['userKey'], template: 'v#${userKey}', casing: 'none' },
    },
    byPerson: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'userKey'],
        template: 'j#${organizationKey}#${userKey}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['goalKey'], template: '${goalKey}', casing: 'none' },
    },
  },
})
export type GoalWatchRecord = EntityItem<typeof goalWatchEntity>
