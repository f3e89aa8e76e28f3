import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { inboxPartition } from './inbox-item.ts'

/**
 * The number of unread items in a person's inbox, and the mark up to which all are read. One read unit, unless somebody keeps over a hundred
 * items unread below the mark.
 */
export const inboxCountEntity = lazyEntity({
  model: { entity: 'inboxCount', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    personKey: { type: 'string', field: 'p', required: true },
    userId: { type: 'string', field: 'u', required: true },
    /** Of the membership that it belongs to. */
    joinId: { type: 'string', field: 'j', required: true },
    /** Advances with each write. Every write requires the version that it has read. */
    version: { type: 'number', field: 'v', required: true },
    /** Unread items by the day on which they happened (`dayNumberOf`, in base 36): those of a day expire together. */
    days: { type: CustomAttributeType<Record<string, number>>('any'), field: 'd', required: true },
    /** The newest item that was marked as read together with all older ones. */
    until: { type: 'string', field: 't' },
    /** The time, in Unix milliseconds. */
    untilAt: { type: 'number', field: 'm' },
    /** Items up to `until` that are unread all the same: those that arrived later, or were marked as unread again. */
    kept: { type: CustomAttributeType<string[]>('any'), field: 'k', required: true },
  },
  indexes: {
    record: { pk: inboxPartition, sk: { field: 'sk', composite: [], template: 'n', casing: 'none' } },
  },
})
export type InboxCountRecord = EntityItem<typeof inboxCountEntity>
