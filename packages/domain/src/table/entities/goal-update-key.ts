import { Entity } from 'electrodb'
import { perDatabase } from '../../database/client.ts'

/** Remembers that an idempotency key was used on a goal, with what content, and which entry it made. */
export const goalUpdateKeyEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'goalUpdateKey', version: '1', service: 'cairn' },
        attributes: {
          organizationId: { type: 'string', required: true },
          goalId: { type: 'string', required: true },
          /** `keyOf` the idempotency key. */
          idempotencyKeyHash: { type: 'string', required: true },
          /** Fingerprint of content and credential. */
          fingerprint: { type: 'string', required: true },
          revision: { type: 'number', required: true },
        },
        indexes: {
          record: {
            pk: { field: 'pk', composite: ['organizationId', 'goalId'] },
            sk: { field: 'sk', composite: ['idempotencyKeyHash'] },
          },
        },
      } as const,
      configuration,
    ),
)
