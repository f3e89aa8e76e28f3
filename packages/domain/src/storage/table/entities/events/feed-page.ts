import type { Event } from '@cairn/contract/schemas/feed/events'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** A page has at most this many events. */
export const eventsPerPage = 16

/**
 * A page of an organization's feed (`../../../events/feed/`). Pages have numbers without a hole, in the order in which they were
 * appended. A page is never changed.
 */
export const feedPageEntity = lazyEntity({
  model: { entity: 'feedPage', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** From 1. */
    page: { type: 'number', field: 'n', required: true, padding: { length: 12, char: '0' } },
    /** Of the append that wrote the page: it tells its own page from that of another. */
    batchId: { type: 'string', field: 'b', required: true },
    /** From 1 to `eventsPerPage`, in the order in which they were recorded. */
    events: { type: CustomAttributeType<Event[]>('any'), field: 'e', required: true },
    /** The time of appending the page, in Unix milliseconds. */
    appendedAt: { type: 'number', field: 't', required: true },
    /** In Unix seconds: the table's time to live, 90 days after it was appended. Earlier versions gave none to the newest page. */
    ttl: { type: 'number' },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey'],
        template: 'f#${organizationKey}',
        casing: 'none',
      },
      sk: {
        field: 'sk',
        composite: ['page'],
        template: 'n#${page}',
        casing: 'none',
      },
    },
  },
})

export type FeedPageRecord = EntityItem<typeof feedPageEntity>
