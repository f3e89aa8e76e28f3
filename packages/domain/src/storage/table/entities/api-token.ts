import type { ApiTokenKind, ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../lazy-entity.ts'

/** A secret that rotation has replaced: its SHA-256, and until when it is valid too. */
export type EarlierSecret = { hash: string; expiresAt: string }

/** An API token. The prefix of its secret contains its key, so authentication needs one read. */
export const apiTokenEntity = lazyEntity({
  model: { entity: 'apiToken', version: '1', service: 'cairn' },
  attributes: {
    tokenId: { type: 'string', required: true },
    userKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    organizationId: { type: 'string', required: true },
    /** That of the membership in which it was created: in any other one, the token is not valid. */
    joinId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    scopes: { type: CustomAttributeType<ApiTokenScope[]>('any'), required: true },
    kind: { type: CustomAttributeType<ApiTokenKind>('string'), required: true },
    /** The only goals that exist for the token. Absent if it is not limited. Deleted goals stay in it, and are not found. */
    goalIds: { type: CustomAttributeType<string[]>('any') },
    /** SHA-256 of the whole secret. */
    secretHash: { type: 'string', required: true },
    /** Newest first. Absent before the first rotation. */
    earlierSecrets: { type: CustomAttributeType<EarlierSecret[]>('any') },
    rotatedAt: { type: 'string' },
    expiresAt: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    lastUsedAt: { type: 'string' },
    revokedAt: { type: 'string' },
    /** Whether the organization's list has it. */
    listing: { type: CustomAttributeType<'listed' | 'revoked'>('string'), required: true },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['tokenId'] }, sk: { field: 'sk', composite: [] } },
    byUserAndOrganization: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['organizationId', 'userKey'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'tokenId'] },
    },
    /** A sparse index: without revoked tokens. A patch of `listing` sets the keys' attributes, too. */
    byOrganization: {
      index: 'gsi2',
      condition: ({ listing }) => listing === 'listed',
      pk: { field: 'gsi2pk', composite: ['organizationId'] },
      sk: { field: 'gsi2sk', composite: ['createdAt', 'tokenId'] },
    },
  },
})

export type ApiTokenRecord = EntityItem<typeof apiTokenEntity>
