import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** A user's grant to a program. It ends when the user ends it, or when the program has not used it for long. */
export const oauthGrantEntity = lazyEntity({
  model: { entity: 'oauthGrant', version: '1', service: 'cairn' },
  attributes: {
    grantId: { type: 'string', required: true },
    userKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    organizationId: { type: 'string', required: true },
    /** That of the membership in which it was given: in any other one, the grant is not valid. */
    joinId: { type: 'string' },
    /** The id of the program, which it got by registering, or the address of its metadata document. */
    clientId: { type: 'string', required: true },
    program: { type: CustomAttributeType<OAuthProgram>('any'), required: true },
    scopes: { type: CustomAttributeType<ApiTokenScope[]>('any'), required: true },
    /** The scopes that the program requested and did not get: it is not asked again. */
    refusedScopes: { type: CustomAttributeType<ApiTokenScope[]>('any'), required: true },
    /** The address that tokens are for (RFC 8707). */
    resource: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    lastUsedAt: { type: 'string' },
    expiresAt: { type: 'string', required: true },
    endedAt: { type: 'string' },
    /** The user has allowed the program, which has no code yet: nothing can be done with the grant. */
    isPending: { type: CustomAttributeType<true>('boolean') },
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['grantId'] }, sk: { field: 'sk', composite: [] } },
    byUser: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['userKey'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'grantId'] },
    },
  },
})

export type OAuthGrantRecord = EntityItem<typeof oauthGrantEntity>
