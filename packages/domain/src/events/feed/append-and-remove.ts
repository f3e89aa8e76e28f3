import { randomUUID } from 'node:crypto'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Database } from '../../storage/database/client.ts'
import { maximumTransactionItems, transact } from '../../storage/database/transaction.ts'
import { feedEndEntity } from '../../storage/table/entities/events/feed-end.ts'
import { eventsPerPage, feedPageEntity } from '../../storage/table/entities/events/feed-page.ts'
import { createRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { findNewestPage, forget, pageTimeToLive, readNewestPage, remember } from './newest-page.ts'

/** Events, and the write that removes what they come from. */
export type SourcedEvents = { events: readonly Event[]; remove: TransactionItem }

/**
 * Like `appendEvents`, for events whose source is in the same table: appends them and removes the source in one transaction, so
 * a crash repeats nothing. That is the cheapest way on one machine, where every commit waits for the disk. On AWS it would cost
 * twice the write units.
 *
 * @param onAppended  Is told what was appended and removed, also if the rest fails.
 */
export async function appendAndRemove(
  database: Database,
  organizationId: string,
  sources: readonly SourcedEvents[],
  now: Date,
  onAppended: (sources: readonly SourcedEvents[]) => void = () => undefined,
): Promise<void> {
  const organizationKey = shortId(organizationId)
  for (const group of groupsOf(sources)) {
    try {
      const page = await putNextPages(database, organizationKey, group, now)
      onAppended(group)
      if (page !== null) remember(database, organizationKey, page)
    } catch (error) {
      forget(database, organizationKey)
      throw error
    }
  }
}

/** As many as fit into one transaction: their pages, their removal, and the feed's end. */
function groupsOf(sources: readonly SourcedEvents[]): SourcedEvents[][] {
  const groups: SourcedEvents[][] = []
  let items = maximumTransactionItems
  for (const source of sources) {
    const pages = Math.ceil(source.events.length / eventsPerPage)
    if (items + pages + 1 > maximumTransactionItems) {
      groups.push([])
      items = 1
    }
    groups.at(-1)?.push(source)
    // More than it takes: small ones share a page.
    items += pages + 1
  }
  return groups
}

/** Puts the pages after the newest one, and returns the number of the last; null if the organization was deleted. */
async function putNextPages(
  database: Database,
  organizationKey: string,
  sources: readonly SourcedEvents[],
  now: Date,
): Promise<number | null> {
  const events = sources.flatMap((source) => source.events)
  const count = Math.ceil(events.length / eventsPerPage)
  const batchId = randomUUID()
  let newest = await findNewestPage(database, organizationKey, now)
  for (;;) {
    const items: Record<string, TransactionItem> = {}
    for (let index = 0; newest !== null && index < count; index++) {
      const start = index * eventsPerPage
      items[`page:${index}`] = {
        Put: createRecord(feedPageEntity, {
          organizationKey,
          page: newest + 1 + index,
          batchId,
          events: events.slice(start, start + eventsPerPage),
          appendedAt: now.getTime(),
          ttl: pageTimeToLive(now),
        }),
      }
    }
    // Unconditional: only who puts the next page gets here.
    if (newest !== null) items.end = { Put: feedEndEntity.put({ organizationKey, page: newest + count }) }
    for (const [index, { remove }] of sources.entries()) items[`remove:${index}`] = remove
    const failed = await transact(database, items)
    if (failed.length === 0) return newest === null ? null : newest + count
    newest = await readNewestPage(database, organizationKey, now)
  }
}
