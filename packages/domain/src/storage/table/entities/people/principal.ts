import type { Language } from '@cairn/contract/http/language'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** An address that a person had: `keyOf` it, as invitations store it, and the time at which the person got another one. */
export type FormerAddress = { addressKey: string; until: string }

/** An account of the built-in email provider. Unverified while `verifiedAt` is absent. */
export const principalEntity = lazyEntity({
  model: { entity: 'principal', version: '1', service: 'cairn' },
  attributes: {
    /** `keyOf` the normalized address. */
    emailKey: { type: 'string', required: true },
    email: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    displayName: { type: 'string', required: true },
    /** An argon2id PHC string. */
    passwordHash: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    /** That of the browser that registered, later the one that the user has chosen: the same as in the user's record. */
    language: { type: CustomAttributeType<Language>('string') },
    verifiedAt: { type: 'string' },
    /** SHA-256 of the secret in the one valid verification link. */
    verificationTokenHash: { type: 'string' },
    verificationExpiresAt: { type: 'string' },
    /** SHA-256 of the secret in the cookie of the browser that registered, until the address is verified. */
    browserSecretHash: { type: 'string' },
    /** The invitation that the person registered from. The first sign-in accepts it, and removes it from here. */
    invitation: { type: CustomAttributeType<{ organizationId: string; invitationId: string }>('any') },
    /** The number of new sessions. Absent: 0. Changes only together with that of the user's record. */
    sessionGeneration: { type: 'number' },
    /** The latest 100, so that what was sent to them is forgotten with the account. */
    formerAddresses: { type: CustomAttributeType<FormerAddress[]>('any') },
    ttl: { type: 'number' },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['emailKey'] }, sk: { field: 'sk', composite: [] } },
  },
})

/** The attributes that verification removes. */
export const untilVerified = [
  'verificationTokenHash',
  'verificationExpiresAt',
  'browserSecretHash',
  'ttl',
] as const

export type PrincipalRecord = EntityItem<typeof principalEntity>
