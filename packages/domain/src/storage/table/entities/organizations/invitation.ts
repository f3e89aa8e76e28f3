import type { OrganizationInvitation } from '@cairn/contract/schemas/people/invitations'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { keyOf } from '../../../database/keys.ts'
import { lazyEntity } from '../../lazy-entity.ts'

/** `expired` is not stored: it means `pending` after `expiresAt`. */
export type StoredInvitationStatus = 'pending' | 'accepted' | 'revoked'

export const invitationEntity = lazyEntity({
  model: { entity: 'invitation', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    invitationId: { type: 'string', required: true },
    /** Empty in one that has ended, if the account was deleted. */
    email: { type: 'string', required: true },
    /** `keyOf` the address, from which it is computed. Empty without one. */
    emailKey: { type: 'string', watch: ['email'], set: (_, { email }) => (email ? keyOf(email) : '') },
    role: { type: CustomAttributeType<OrganizationInvitation['role']>('string'), required: true },
    status: { type: CustomAttributeType<StoredInvitationStatus>('string'), required: true },
    /** SHA-256 of the secret in the one valid link. */
    tokenHash: { type: 'string', required: true },
    invitedByUserId: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    /** The time at which an email to the address bounced. Missing if none has since the link was sent. */
    bouncedAt: { type: 'string' },
    /** Only while pending: expired invitations are deleted, while the others document who admitted whom. */
    ttl: { type: 'number' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: ['invitationId'] },
    },
    /** A sparse index: contains pending invitations only. A patch of `status` sets the keys' attributes, too. */
    pendingByOrganization: {
      index: 'gsi1',
      condition: ({ status }) => status === 'pending',
      pk: { field: 'gsi1pk', composite: ['organizationId'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'invitationId'] },
    },
    /** A sparse index: without those that have forgotten their address. All organizations' invitations of an address. */
    byAddress: {
      index: 'gsi2',
      condition: ({ emailKey }) => emailKey !== '',
      pk: { field: 'gsi2pk', composite: ['emailKey'] },
      sk: { field: 'gsi2sk', composite: ['organizationId', 'invitationId'] },
    },
  },
})

export type InvitationRecord = EntityItem<typeof invitationEntity>
