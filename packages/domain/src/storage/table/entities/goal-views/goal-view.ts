import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

export const viewPartition = {
  field: 'pk',
  composite: ['organizationKey'],
  template: 's#${organizationKey}',
  casing: 'none',
} as const

/**
 * A saved view of the list of goals. Its key says who sees it, so that nobody can reach another member's own views, and sharing one
 * moves it.
 */
export const goalViewEntity = lazyEntity({
  model: { entity: 'goalView', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The view's audience: one member, by 128 bits of a hash of the user id, or `sharedViews`. */
    holderKey: { type: 'string', field: 'h', required: true },
    viewKey: { type: 'string', field: 'i', required: true },
    /** Advances with every write. */
    version: { type: 'number', field: 'v', required: true },
    name: { type: 'string', required: true },
    query: { type: 'string', required: true },
    /** Absent from a shared view whose owner is no longer a member. */
    ownerUserId: { type: 'string' },
    /** The owner's membership when the view was created (`membership.joinId`): a later one does not get it back. */
    ownerJoinId: { type: 'string' },
    createdAt: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: viewPartition,
      sk: {
        field: 'sk',
        composite: ['holderKey', 'viewKey'],
        template: 'v#${holderKey}#${viewKey}',
        casing: 'none',
      },
    },
  },
})

export type GoalViewRecord = EntityItem<typeof goalViewEntity>

/** The holder of the views that all members see. Keys of members are longer. */
export const sharedViews = 'shared'
