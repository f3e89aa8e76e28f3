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
    /** The number that the user's record must still have. Absent from sessions that are older than it: 0. */
    generation: { type: 'number' },
    /** Written at most once a day. Absent from sessions that have not been used since it exists. */
    lastUsedAt: { type: 'string' },
    /** The browser that signed in, as it called itself. */
    userAgent: { type: 'string' },
    /** Sessions from before there was a list get it when they are used. */
    listing: { type: CustomAttributeType<'listed'>('string') },
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
    /** A sparse index: without sessions from before there was a list. A patch of `listing` sets the keys' attributes, too. */
    byUser: {
      index: 'gsi1',
      condition: ({ listing }) => listing === 'listed',
      pk: { field: 'gsi1pk', composite: ['userKey'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'sessionHash'] },
    },
  },
})

export type SessionRecord = EntityItem<typeof sessionEntity>
