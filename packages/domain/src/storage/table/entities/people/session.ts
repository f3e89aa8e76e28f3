import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** A browser session that the service issued. Only a hash of the cookie's secret is stored. */
export const sessionEntity = lazyEntity({
  model: { entity: 'session', version: '1', service: 'cairn' },
  attributes: {
    userKey: { type: 'string', required: true },
    sessionHash: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    displayName: { type: 'string', required: true },
    email: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    /** The number that the user's record must still have. */
    generation: { type: 'number', required: true },
    /** Written at most once a day. */
    lastUsedAt: { type: 'string', required: true },
    /** The browser that signed in, as it called itself. */
    userAgent: { type: 'string' },
    /** Absent if the built-in provider did. */
    begunBy: { type: CustomAttributeType<'provider'>('string') },
    /** The session at an OpenID provider that began it. It ends with that one. */
    providerSessionKey: { type: 'string' },
    /** The identity token, for the provider's logout. Sealed with the cookie's secret, which the table does not have. */
    sealedIdToken: { type: 'string' },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['userKey', 'sessionHash'] },
      sk: { field: 'sk', composite: [] },
    },
    byUser: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['userKey'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'sessionHash'] },
    },
  },
})

export type SessionRecord = EntityItem<typeof sessionEntity>
