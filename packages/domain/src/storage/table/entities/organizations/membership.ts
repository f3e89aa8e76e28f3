import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** A user's membership in an organization. Authorization depends on it, so it is always read from the base table. */
export const membershipEntity = lazyEntity({
  model: { entity: 'membership', version: '1', service: 'cairn' },
  attributes: {
    userKey: { type: 'string', required: true },
    organizationId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    displayName: { type: 'string', required: true },
    email: { type: 'string', required: true },
    role: { type: CustomAttributeType<OrganizationRole>('string'), required: true },
    /** Sort key of member lists: rank of the role, then the name (`memberSortOf`). */
    memberSort: { type: 'string', required: true },
    joinedAt: { type: 'string', required: true },
    /** Random: tells apart the memberships of a user who left and was invited again. API tokens of another one remain invalid. */
    joinId: { type: 'string', required: true },
    /** A copy of the user's, like the name. */
    pictureId: { type: 'string' },
    /** The time just before an email about the organization's deletion was sent to the user. */
    toldAt: { type: 'string' },
  },
  indexes: {
    record: {
      collection: 'userContext',
      pk: { field: 'pk', composite: ['userKey'] },
      sk: { field: 'sk', composite: ['organizationId'] },
    },
    byOrganization: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['organizationId'] },
      sk: { field: 'gsi1sk', composite: ['memberSort', 'userKey'] },
    },
  },
})

export type MembershipRecord = EntityItem<typeof membershipEntity>
