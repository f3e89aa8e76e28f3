import { lazyEntity } from '../../lazy-entity.ts'
import { webhookPartition } from './webhook.ts'

/**
 * The number of webhooks of an organization. Every transaction that creates or deletes one changes it, so concurrent ones
 * cannot exceed the limit.
 */
export const webhookCountEntity = lazyEntity({
  model: { entity: 'webhookCount', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    count: { type: 'number', field: 'n', required: true },
  },
  indexes: {
    record: {
      pk: webhookPartition,
      sk: { field: 'sk', composite: [], template: 'n', casing: 'none' },
    },
  },
})
