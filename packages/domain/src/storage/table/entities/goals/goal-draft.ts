import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** A member's draft of a report on a goal, which nobody else sees. The index has those of a member. */
export const goalDraftEntity = lazyEntity({
  model: { entity: 'goalDraft', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** 128 bits of the hash of the member's id. */
    userKey: { type: 'string', field: 'k', required: true },
    /** As JSON. */
    content: { type: 'string', field: 'c', required: true },
    updatedAt: { type: 'string', field: 'u', required: true },
    expiresAt: { type: 'string', field: 'x', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: ['userKey'], template: 'd#${userKey}', casing: 'none' },
    },
    byMember: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'userKey'],
        template: 'z#${organizationKey}#${userKey}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['goalKey'], template: '${goalKey}', casing: 'none' },
    },
  },
})
export type GoalDraftRecord = EntityItem<typeof goalDraftEntity>
