import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { dueIndex, timerAttributes } from './due-index.ts'

/**
 * An organization that was deleted and has records left. The transaction that takes it away from its members creates it; it is
 * deleted when nothing is left. All of them share a partition, so that the integrity check finds them with one query.
 */
export const organizationDeletionEntity = lazyEntity({
  model: { entity: 'organizationDeletion', version: '1', service: 'cairn' },
  attributes: {
    /** Always that of `deletionList`. */
    list: { type: 'string', required: true },
    organizationKey: { type: 'string', field: 'o', required: true },
    /** For the email to who was a member. Absent if the account was deleted of who was alone in it. */
    name: { type: 'string' },
    deletedByUserId: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    ...timerAttributes,
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['list'], template: '${list}', casing: 'none' },
      sk: { field: 'sk', composite: ['organizationKey'], template: '${organizationKey}', casing: 'none' },
    },
    due: dueIndex('organizationKey'),
  },
})

/** The only list. */
export const deletionList = { list: 'd' }

export type OrganizationDeletionRecord = EntityItem<typeof organizationDeletionEntity>
