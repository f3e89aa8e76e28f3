import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../lazy-entity.ts'

/** An `Idempotency-Key` that was used to create something, with the first response. Expires after 24 hours. */
export const creationKeyEntity = lazyEntity({
  model: { entity: 'creationKey', version: '1', service: 'cairn' },
  attributes: {
    /** A hash of the credential and the organization. */
    callerKey: { type: 'string', required: true },
    /** A hash of the operation and the key. */
    keyHash: { type: 'string', required: true },
    /** A hash of the body. */
    fingerprint: { type: 'string', required: true },
    /** The id of what was created. */
    createdId: { type: 'string', required: true },
    /** The first response as JSON. Absent if it had a secret, which is never stored. */
    response: { type: 'string' },
    expiresAt: { type: 'string', required: true },
    /** `expiresAt` in Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['callerKey'],
        template: 'i#${callerKey}',
        casing: 'none',
      },
      sk: {
        field: 'sk',
        composite: ['keyHash'],
        template: '${keyHash}',
        casing: 'none',
      },
    },
  },
})

export type CreationKeyRecord = EntityItem<typeof creationKeyEntity>
