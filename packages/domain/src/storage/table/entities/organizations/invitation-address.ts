import type { OrganizationInvitation } from '@cairn/contract/schemas/people/invitations'
import { CustomAttributeType } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** Reserves an address for its pending invitation to an organization, so that there is no second one. */
export const invitationAddressEntity = lazyEntity({
  model: { entity: 'invitationAddress', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    /** `keyOf` the normalized address. */
    emailKey: { type: 'string', required: true },
    invitationId: { type: 'string', required: true },
    /** The invitation's `expiresAt`: an expired invitation frees its address. */
    expiresAt: { type: 'string', required: true },
    ttl: { type: 'number', required: true },
    /** Copied from the invitation, as the next two are. */
    invitedByUserId: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    role: { type: CustomAttributeType<OrganizationInvitation['role']>('string'), required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId', 'emailKey'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})
