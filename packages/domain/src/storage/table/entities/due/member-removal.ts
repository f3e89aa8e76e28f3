import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/**
 * The remaining work for a member who was removed or has left: giving away the goals, revoking the API tokens. The
 * transaction that ends the membership creates it; it is deleted when nothing is left.
 */
export const memberRemovalEntity = lazyEntity({
  model: { entity: 'memberRemoval', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** Of the removal: a member may be removed again while it is unfinished. */
    removalKey: { type: 'string', required: true },
    /** The user whose membership has ended. */
    userId: { type: 'string', required: true },
    /** The new owner of the goals. Absent: they have no owner. */
    receiverUserId: { type: 'string' },
    /** The user who removed the member; the member itself after leaving. The edits of the goals are in this user's name. */
    removedByUserId: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    ...timerAttributes,
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationKey'], template: 'm#${organizationKey}', casing: 'none' },
      sk: { field: 'sk', composite: ['removalKey'], template: 'r#${removalKey}', casing: 'none' },
    },
    due: dueIndex('removalKey'),
  },
})

export type MemberRemovalRecord = EntityItem<typeof memberRemovalEntity>
