import { randomBytes } from 'node:crypto'
import { eventRetentionDays } from '@cairn/contract/events/event-rules'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { RelationChange } from '../../goals/tree/following/relation-change.ts'
import { daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { type ChangeContent, changeEntity, changeQueue } from '../../storage/table/entities/events/change.ts'
import { eventEntity } from '../../storage/table/entities/events/event.ts'
import { putRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { textsToIndex } from './texts-to-index.ts'

/**
 * Returns the write that records events which no history tells. It belongs to the transaction that causes them, so there is an
 * event exactly if there is a change.
 *
 * @param change  At least one event.
 */
export function recordEvents(database: Database, change: ChangeContent): TransactionItem {
  return database.hasStream ? putEvents(change) : putChange(change)
}

/**
 * The same for an event that a goal's history tells: where the table has a stream, the record in the history is enough.
 */
export function recordGoalEvent(
  database: Database,
  organizationId: string,
  event: Event | undefined,
  relations: RelationChange[] = [],
): TransactionItem | undefined {
  return recordGoalEvents(database, organizationId, event ? [event] : [], relations)
}

export function recordGoalEvents(
  database: Database,
  organizationId: string,
  events: Event[],
  relations: RelationChange[] = [],
): TransactionItem | undefined {
  if (database.hasStream || events.length === 0) return undefined
  return putChange({ organizationId, events, ...(relations.length > 0 && { relations }) })
}

function putEvents({ organizationId, events }: ChangeContent): TransactionItem {
  const [first] = events
  if (!first) throw new Error('Nothing to record.')
  const expiresAt = daysAfter(new Date(first.createdAt), eventRetentionDays)
  return {
    Put: putRecord(eventEntity, {
      organizationKey: shortId(organizationId),
      eventId: first.id,
      events,
      expiresAt: timestampOf(expiresAt),
      ttl: timeToLiveOf(expiresAt),
    }),
  }
}

function putChange(change: ChangeContent): TransactionItem {
  const texts = textsToIndex(change.events)
  const content = texts.length > 0 ? { ...change, texts } : change
  // Without a condition: a change that was handled and deleted must not look like one that was never written.
  return { Put: putRecord(changeEntity, { ...changeQueue, changeId: nextChangeId(), content }) }
}

/** Tells the changes of processes apart. */
const processId = randomBytes(6).toString('base64url')
let last = { milliseconds: 0, count: 0 }

/**
 * Returns an id that sorts after those of this process so far, whatever its clock does. A goal's versions are written one after
 * the other, and each id is made after the version before was read, so they are handled in this order.
 */
function nextChangeId(): string {
  const milliseconds = Math.max(last.milliseconds, Date.now())
  last = { milliseconds, count: milliseconds === last.milliseconds ? last.count + 1 : 0 }
  return `${startOfChangeIds(milliseconds)}-${String(last.count).padStart(6, '0')}-${processId}`
}

/** Returns how the ids of changes of a time in Unix milliseconds begin. Sorts before them. */
export function startOfChangeIds(milliseconds: number): string {
  return String(milliseconds).padStart(14, '0')
}
