import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** The last time that a user asked for a report on a goal. It expires when the user may ask again. */
export const goalReportRequestEntity = lazyEntity({
  model: { entity: 'goalReportRequest', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** 128 bits of the hash of the user's id. */
    userKey: { type: 'string', field: 'k', required: true },
    expiresAt: { type: 'string', field: 'x', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: ['userKey'], template: 'j#${userKey}', casing: 'none' },
    },
  },
})
