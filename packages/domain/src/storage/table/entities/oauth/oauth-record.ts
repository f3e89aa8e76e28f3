import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/**
 * Records of the authorization server: registered programs, requests that wait for a decision, codes, and tokens. Ids of codes and
 * tokens are secrets, so the key is a hash, and the content does not repeat them.
 */
export const oauthRecordEntity = lazyEntity({
  model: { entity: 'oauthRecord', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` kind and id. */
    recordKey: { type: 'string', required: true },
    kind: { type: 'string', required: true },
    /** The grant that a code or token belongs to. */
    grantId: { type: 'string' },
    content: { type: CustomAttributeType<Record<string, unknown>>('any'), required: true },
    /** Of a code or a refresh token that was used. */
    consumedAt: { type: 'string' },
    /** When the program of a device code last asked, and the shortest pause in seconds until it may ask again. */
    polledAt: { type: 'string' },
    pollSeconds: { type: 'number' },
    expiresAt: { type: 'string', required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['recordKey'] }, sk: { field: 'sk', composite: [] } },
  },
})

export type OAuthRecord = EntityItem<typeof oauthRecordEntity>
