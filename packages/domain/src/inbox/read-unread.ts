import type { Database } from '../storage/database/client.ts'
import { readRecords } from '../storage/database/read-record.ts'
import type { InboxCountRecord } from '../storage/table/entities/inbox/inbox-count.ts'
import { type InboxItemRecord, inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { longId } from '../storage/table/short-id.ts'
import { firstKeptId } from './item-id.ts'
import { type InboxOwner, type ReadInbox, readInbox } from './read-inbox.ts'
import { isRead } from './unread.ts'

/** Items that are read at once. More are read on the next page of the list. */
const pageSize = 200
/** Of one answer. Between unread items there may be many that were read. */
const maximumPages = 5

type Part = Pick<ReadInbox, 'stored' | 'count' | 'items'> & {
  /** The item after which the next part begins; null at the end. */
  next: string | null
}

/**
 * Reads the unread items of an inbox, newest first: those above the mark up to which it was read, in one query unless many between them were
 * read, then those that are kept unread below it.
 *
 * @param options.before  Only items that are older than this one.
 */
export async function readUnread(
  database: Database,
  owner: InboxOwner,
  { before, limit, now }: { before?: string | undefined; limit: number; now: Date },
): Promise<Part> {
  let part = await readInbox(database, owner, { before, limit: Math.min(limit, pageSize), now })
  const { stored, count } = part
  const { until = '' } = count
  const items: InboxItemRecord[] = []
  for (let pages = 1; ; pages++) {
    items.push(...part.items.filter((item) => item.itemId > until && !isRead(count, item)))
    const isBehindMark = part.last !== undefined && part.last <= until
    if (items.length > limit) break
    if (!part.more || isBehindMark) {
      items.push(...(await readKept(database, count, { before, limit: limit + 1 - items.length, now })))
      break
    }
    if (pages === maximumPages) return { stored, count, items, next: part.last ?? null }
    part = await readInbox(database, owner, { before: part.last, limit: pageSize, now })
  }
  const shown = items.slice(0, limit)
  return { stored, count, items: shown, next: items.length > limit ? (shown.at(-1)?.itemId ?? null) : null }
}

/** Returns the unread items about some goals. Reads all unread ones. */
export async function readUnreadAbout(
  database: Database,
  owner: InboxOwner,
  goalIds: ReadonlySet<string>,
  now: Date,
): Promise<Pick<Part, 'stored' | 'count' | 'items'>> {
  let part = await readUnread(database, owner, { limit: pageSize, now })
  const { stored, count } = part
  const items = [...part.items]
  while (part.next !== null) {
    part = await readUnread(database, owner, { before: part.next, limit: pageSize, now })
    items.push(...part.items)
  }
  return { stored, count, items: items.filter(({ goalKey }) => goalIds.has(longId(goalKey))) }
}

/** Reads items that are kept unread below the mark. */
async function readKept(
  database: Database,
  { organizationKey, personKey, joinId, kept }: InboxCountRecord,
  { before = '~', limit, now }: { before?: string | undefined; limit: number; now: Date },
): Promise<InboxItemRecord[]> {
  const ids = kept
    .filter((itemId) => itemId < before && itemId > firstKeptId(now))
    .sort()
    .reverse()
    .slice(0, limit)
  const keys = ids.map((itemId) => ({ organizationKey, personKey, itemId }))
  const items = await readRecords(database, inboxItemEntity, keys)
  return items.filter((item) => item.joinId === joinId)
}
