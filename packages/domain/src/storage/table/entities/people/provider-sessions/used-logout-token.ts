import { lazyEntity } from '../../../lazy-entity.ts'

/** A logout token of an OpenID provider that has done its work, kept while it would otherwise be valid. */
export const usedLogoutTokenEntity = lazyEntity({
  model: { entity: 'usedLogoutToken', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` the issuer and the token's id (`jti`). */
    tokenKey: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['tokenKey'] }, sk: { field: 'sk', composite: [] } },
  },
})
