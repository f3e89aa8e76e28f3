import type { Event } from '@cairn/contract/schemas/feed/events'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/**
 * Events of one transaction that no history tells: of labels, members and invitations, and the deletion of a goal. Only where
 * the table has a stream, which takes them to the feed.
 */
export const eventEntity = lazyEntity({
  model: { entity: 'event', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The id of the first event. */
    eventId: { type: 'string', field: 'i', required: true },
    events: { type: CustomAttributeType<Event[]>('any'), field: 'e', required: true },
    /** 90 days after the events, which the feed keeps longer. */
    expiresAt: { type: 'string', required: true },
    /** `expiresAt` in Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey'],
        template: 'v#${organizationKey}',
        casing: 'none',
      },
      sk: {
        field: 'sk',
        composite: ['eventId'],
        template: '${eventId}',
        casing: 'none',
      },
    },
  },
})

export type EventRecord = EntityItem<typeof eventEntity>
