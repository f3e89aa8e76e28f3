import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/**
 * The one valid link of its kind that was emailed about an account of the built-in email provider. It is also written
 * for addresses without an account, so that the work reveals nothing.
 */
export const accountLinkEntity = lazyEntity({
  model: { entity: 'accountLink', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` the account's address. */
    emailKey: { type: 'string', required: true },
    kind: { type: 'string', required: true },
    /** The account: the address may get another one. Absent without an account, and from older links. */
    userId: { type: 'string' },
    /** SHA-256 of the secret in the link. */
    secretHash: { type: 'string', required: true },
    /** The link ends with the sessions of this generation. */
    sessionGeneration: { type: 'number', required: true },
    createdAt: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    /** The address that a link of kind `email_change` confirms. */
    newEmail: { type: 'string' },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['emailKey'] }, sk: { field: 'sk', composite: ['kind'] } },
  },
})

export type AccountLinkRecord = EntityItem<typeof accountLinkEntity>
