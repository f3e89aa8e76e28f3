/**
 * The unread items of an inbox, and their number. Pure. An item is read if it was marked by itself, or is not newer than the mark `until` and
 * not one of those that are kept unread below it. So marking everything as read writes one record, however many items there are.
 */
import type { InboxCountRecord } from '../storage/table/entities/inbox/inbox-count.ts'
import type { InboxItemRecord } from '../storage/table/entities/inbox/inbox-item.ts'
import { dayNumberOf, firstKeptDay, timeOfItem } from './item-id.ts'

type Holder = Pick<InboxCountRecord, 'organizationKey' | 'personKey' | 'userId' | 'joinId'>
type Item = Pick<InboxItemRecord, 'itemId' | 'readAt'>

/** So many items are kept unread below the mark; the oldest of more count as read. */
export const maximumKept = 1_000

/** The count of a person without items. */
export function newCount(holder: Holder): InboxCountRecord {
  const { organizationKey, personKey, userId, joinId } = holder
  return { organizationKey, personKey, userId, joinId, version: 0, days: {}, kept: [] }
}

export function isRead({ until, kept }: Pick<InboxCountRecord, 'until' | 'kept'>, item: Item): boolean {
  if (item.readAt !== undefined) return true
  return until !== undefined && item.itemId <= until && !kept.includes(item.itemId)
}

/** Returns when an item was marked as read, in Unix milliseconds; undefined if it is unread. */
export function readTimeOf(count: InboxCountRecord, item: Item): number | undefined {
  return isRead(count, item) ? (item.readAt ?? count.untilAt) : undefined
}

/** Returns how many items are unread that are still kept. */
export function unreadOf({ days }: Pick<InboxCountRecord, 'days'>, now: Date): number {
  return Object.values(keptDays(days, now)).reduce((sum, count) => sum + count, 0)
}

/** The days of some unread items. */
export function daysOf(itemIds: Iterable<string>): Record<string, number> {
  const days: Record<string, number> = {}
  for (const itemId of itemIds) {
    const day = dayOfItem(itemId)
    days[day] = (days[day] ?? 0) + 1
  }
  return days
}

function dayOfItem(itemId: string): string {
  return dayNumberOf(timeOfItem(itemId)).toString(36)
}

/** Returns the days with one more or one less, without those that have expired. */
function changed(days: Record<string, number>, itemIds: readonly string[], by: 1 | -1, now: Date) {
  const next = { ...days }
  for (const itemId of itemIds) {
    const day = dayOfItem(itemId)
    next[day] = (next[day] ?? 0) + by
  }
  return keptDays(next, now)
}

/** Returns the days that have not expired and have unread items. */
export function keptDays(days: Record<string, number>, now: Date): Record<string, number> {
  const first = firstKeptDay(now)
  return Object.fromEntries(
    Object.entries(days).filter(([day, count]) => count > 0 && Number.parseInt(day, 36) >= first),
  )
}

/** The count with an item that is unread now: a new one, or one that was read. */
export function withUnread(count: InboxCountRecord, itemId: string, now: Date): InboxCountRecord {
  const next = { ...count, days: changed(count.days, [itemId], 1, now) }
  if (count.until === undefined || itemId > count.until) return next
  const kept = [...count.kept, itemId].sort()
  const dropped = kept.splice(0, Math.max(0, kept.length - maximumKept))
  return { ...next, kept, days: changed(next.days, dropped, -1, now) }
}

/**
 * The count without some items that were unread. Where nothing is unread then, the mark moves up to the newest of them, so that lists of unread
 * items never read what is behind them.
 */
export function withoutUnread(
  count: InboxCountRecord,
  itemIds: readonly string[],
  now: Date,
): InboxCountRecord {
  const days = changed(count.days, itemIds, -1, now)
  const kept = count.kept.filter((id) => !itemIds.includes(id))
  const next = { ...count, days, kept }
  if (Object.keys(days).length > 0) return next
  const newest = [...itemIds, count.until ?? ''].sort().at(-1)
  return newest ? { ...next, kept: [], until: newest, untilAt: count.untilAt ?? now.getTime() } : next
}

/**
 * The count once an item and all older ones are read.
 *
 * @param newer  The unread items that are newer than it.
 */
export function withReadUntil(
  count: InboxCountRecord,
  itemId: string,
  newer: readonly string[],
  now: Date,
): InboxCountRecord {
  const { until, kept } = count
  if (until !== undefined && itemId <= until) {
    return withoutUnread(
      count,
      kept.filter((id) => id <= itemId),
      now,
    )
  }
  return { ...count, until: itemId, untilAt: now.getTime(), kept: [], days: keptDays(daysOf(newer), now) }
}
