import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../../lazy-entity.ts'

/**
 * The session of a person at an OpenID provider (`sid`). The service's own sessions that it began are valid only while this
 * record exists and has not ended, so ending any number of them is one write.
 */
export const providerSessionEntity = lazyEntity({
  model: { entity: 'providerSession', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` the issuer and the provider's id of the session. */
    providerSessionKey: { type: 'string', required: true },
    /** The session's user. Absent if the provider ended it before anybody signed in with it. */
    userKey: { type: 'string' },
    /** The time at which the provider said that it has ended. */
    endedAt: { type: 'string' },
    /** No session of the service that it began lasts longer. */
    expiresAt: { type: 'string', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['providerSessionKey'] }, sk: { field: 'sk', composite: [] } },
  },
})

export type ProviderSessionRecord = EntityItem<typeof providerSessionEntity>
