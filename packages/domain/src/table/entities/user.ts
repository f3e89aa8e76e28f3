import { CustomAttributeType, Entity, type EntityItem } from 'electrodb'
import { perDatabase } from '../../database/client.ts'

/**
 * What the service itself knows of a user, whatever provider vouches for it: the selection of the active
 * organization, and the name and address as last seen. Shares its partition with the user's memberships.
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
          /**
           * Of all the user's organizations, in the order of joining: their number is bounded on this list, and their names
           * are read beside the memberships. Absent from records of before there was a bound, and where it does not hold.
           */
          organizationIds: { type: CustomAttributeType<string[]>('any') },
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

export type UserRecord = EntityItem<ReturnType<typeof userEntity>>
