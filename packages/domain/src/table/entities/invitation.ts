import type { OrganizationInvitation } from '@cairn/contract/schemas/invitations'
import { CustomAttributeType, Entity, type EntityItem } from 'electrodb'
import { perDatabase } from '../../database/client.ts'

/** `expired` is not stored: it means `pending` after `expiresAt`. */
export type StoredInvitationStatus = 'pending' | 'accepted' | 'revoked'

export const invitationEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'invitation', version: '1', service: 'cairn' },
        attributes: {
          organizationId: { type: 'string', required: true },
          invitationId: { type: 'string', required: true },
          email: { type: 'string', required: true },
          role: { type: CustomAttributeType<OrganizationInvitation['role']>('string'), required: true },
          status: { type: CustomAttributeType<StoredInvitationStatus>('string'), required: true },
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
            condition: (invitation: { status?: string }) => invitation.status === 'pending',
            pk: { field: 'gsi1pk', composite: ['organizationId'] },
            sk: { field: 'gsi1sk', composite: ['createdAt', 'invitationId'] },
          },
        },
      } as const,
      configuration,
    ),
)

export type InvitationRecord = EntityItem<ReturnType<typeof invitationEntity>>
