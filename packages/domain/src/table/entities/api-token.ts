import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { attributeType, defineEntity, type RecordOf } from '../entity/declaration.ts'

/** An API token. The prefix of its secret contains its key, so authentication needs one read. */
export const apiTokenEntity = defineEntity({
  model: { entity: 'apiToken', version: '1', service: 'cairn' },
  attributes: {
    tokenId: { type: 'string', required: true },
    userKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    organizationId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    scopes: { type: attributeType<ApiTokenScope[]>('any'), required: true },
    /** SHA-256 of the whole secret. */
    secretHash: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    lastUsedAt: { type: 'string' },
    revokedAt: { type: 'string' },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['tokenId'] }, sk: { field: 'sk', composite: [] } },
    byUserAndOrganization: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['organizationId', 'userKey'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'tokenId'] },
    },
  },
})

export type ApiTokenRecord = RecordOf<typeof apiTokenEntity>
