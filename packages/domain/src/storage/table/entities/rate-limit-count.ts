import { lazyEntity } from '../lazy-entity.ts'

/**
 * Number of attempts in one window of a rate limit, shared by all instances. The entity's name stays `attemptCount`:
 * stored records and their keys contain it.
 */
export const rateLimitCountEntity = lazyEntity({
  model: { entity: 'attemptCount', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` what is counted: action, account, client address. */
    subjectKey: { type: 'string', required: true },
    /** The end of the window. */
    expiresAt: { type: 'string', required: true },
    count: { type: 'number', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['subjectKey', 'expiresAt'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})
