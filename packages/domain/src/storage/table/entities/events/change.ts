import type { Event } from '@cairn/contract/schemas/feed/events'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import type { RelationChange } from '../../../../goals/tree/following/relation-change.ts'
import { lazyEntity } from '../../lazy-entity.ts'

/** A committed change, whose consequences have to follow. */
export type ChangeContent = {
  organizationId: string
  /** For the organization's feed. */
  events: Event[]
  /** A deleted goal that the transaction has left records of. */
  deletedGoalId?: string
  /** The consequences for other goals. */
  relations?: RelationChange[]
  /** Goals whose long texts have to be indexed. */
  texts?: string[]
}

/**
 * A change that waits until what follows from it is done. Only where the table has no stream: each transaction with an event
 * writes one, and it is deleted when its events are in the feed.
 */
export const changeEntity = lazyEntity({
  model: { entity: 'change', version: '1', service: 'cairn' },
  attributes: {
    /** Always that of `changeQueue`. */
    queue: { type: 'string', field: 'q', required: true },
    /** Sorts by time. */
    changeId: { type: 'string', field: 'i', required: true },
    content: { type: CustomAttributeType<ChangeContent>('any'), field: 'c', required: true },
    /** Of a parked change: the whole record of the table's stream, as JSON, compressed (gzip). */
    streamRecord: { type: CustomAttributeType<Uint8Array>('any'), field: 's' },
    /** Of a parked change: the reason, as the last attempt reported it. */
    failure: { type: 'string', field: 'f' },
    parkedAt: { type: 'string', field: 'p' },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['queue'],
        template: '${queue}',
        casing: 'none',
      },
      sk: {
        field: 'sk',
        composite: ['changeId'],
        template: '${changeId}',
        casing: 'none',
      },
    },
  },
})

/** The queue of the changes that wait. */
export const changeQueue = { queue: 'q' }

/** The queue of those that were parked (`background/changes/parked.ts`). */
export const parkedChanges = { queue: 'k' }

export type ChangeRecord = EntityItem<typeof changeEntity>

/** Whether a write of a transaction writes a change. */
export function isChange({ Put: put }: { Put?: object }): boolean {
  const { Item: item } = (put ?? {}) as { Item?: { __edb_e__?: unknown } }
  return item?.__edb_e__ === changeEntity.schema.model.entity
}
