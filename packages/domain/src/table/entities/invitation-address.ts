import { Entity } from 'electrodb'
import { perDatabase } from '../../database/client.ts'

/** Marks that an address has a pending invitation to an organization, so that it gets no second one. */
export const invitationAddressEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'invitationAddress', version: '1', service: 'cairn' },
        attributes: {
          organizationId: { type: 'string', required: true },
          /** `keyOf` the normalised address. */
          emailKey: { type: 'string', required: true },
          invitationId: { type: 'string', required: true },
          /** That of the invitation: an expired one frees its address. */
          expiresAt: { type: 'string', required: true },
          ttl: { type: 'number', required: true },
          /** The invitation's too. Markers of before invitations could be void lack both. */
          invitedByUserId: { type: 'string' },
          createdAt: { type: 'string' },
        },
        indexes: {
          record: {
            pk: { field: 'pk', composite: ['organizationId', 'emailKey'] },
            sk: { field: 'sk', composite: [] },
          },
        },
      } as const,
      configuration,
    ),
)
