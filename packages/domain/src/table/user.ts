import { Entity } from 'electrodb'
import { perDatabase } from '../database.ts'

/**
 * What the service itself knows of a user, whatever provider vouches for it: the selection of the active
 * organization, and the name and address as last seen. Shares its partition with the user's memberships, so
 * that one query reads all that authorization needs.
 */
export const userEntity = perDatabase(
  (configuration) =>
    new Entity(
      {
        model: { entity: 'user', version: '1', service: 'cairn' },
        attributes: {
          /** `keyOf` the user id. */
          userKey: { type: 'string', required: true },
          userId: { type: 'string', required: true },
          displayName: { type: 'string', required: true },
          email: { type: 'string', required: true },
          activeOrganizationId: { type: 'string', required: true },
          createdAt: { type: 'string', required: true },
        },
        indexes: {
          record: {
            collection: 'userContext',
            pk: { field: 'pk', composite: ['userKey'] },
            sk: { field: 'sk', composite: [] },
          },
        },
      } as const,
      configuration,
    ),
)
