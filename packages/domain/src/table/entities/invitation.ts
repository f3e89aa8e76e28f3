import type { OrganizationInvitation } from '@cairn/contract/schemas/invitations'
import { attributeType, defineEntity, type RecordOf } from '../entity/declaration.ts'

/** `expired` is not stored: it means `pending` after `expiresAt`. */
export type StoredInvitationStatus = 'pending' | 'accepted' | 'revoked'

export const invitationEntity = defineEntity({
  model: { entity: 'invitation', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    invitationId: { type: 'string', required: true },
    email: { type: 'string', required: true },
    role: { type: attributeType<OrganizationInvitation['role']>('string'), required: true },
    status: { type: attributeType<StoredInvitationStatus>('string'), required: true },
    /** SHA-256 of the secret in the one valid link. */
    tokenHash: { type: 'string', required: true },
    invitedByUserId: { type: 'string', required: true },
    expiresAt: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    /** Only while pending: expired invitations are deleted, while the others document who admitted whom. */
    ttl: { type: 'number' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: ['invitationId'] },
    },
    /** A sparse index: contains pending invitations only. */
    pendingByOrganization: {
      index: 'gsi1',
      only: { attribute: 'status', value: 'pending' },
      pk: { field: 'gsi1pk', composite: ['organizationId'] },
      sk: { field: 'gsi1sk', composite: ['createdAt', 'invitationId'] },
    },
  },
})

export type InvitationRecord = RecordOf<typeof invitationEntity>
