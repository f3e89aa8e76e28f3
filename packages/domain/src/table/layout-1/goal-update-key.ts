import { defineEntity } from '../entity/declaration.ts'

/** An idempotency key that was used on a goal, with the content and the history entry of its report. */
export const goalUpdateKeyEntity = defineEntity({
  model: { entity: 'goalUpdateKey', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    goalId: { type: 'string', required: true },
    /** `keyOf` the idempotency key. */
    idempotencyKeyHash: { type: 'string', required: true },
    /** Hash of the content and the credential. */
    fingerprint: { type: 'string', required: true },
    revision: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId', 'goalId'] },
      sk: { field: 'sk', composite: ['idempotencyKeyHash'] },
    },
  },
})
