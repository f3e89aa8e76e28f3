import type { Database } from '../storage/database/client.ts'
import { pagesOf, queryRecords } from '../storage/database/query-records.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { goalKeyOf } from '../storage/table/entities/goals/goal-row.ts'
import { inboxCountEntity } from '../storage/table/entities/inbox/inbox-count.ts'
import { type InboxItemRecord, inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { writeCount } from './read-inbox.ts'
import { isRead, withoutUnread } from './unread.ts'

/** A transaction takes at most 100 writes. */
const itemsAtOnce = 90

/**
 * Deletes the items about a deleted goal from all inboxes, with their numbers of unread ones. Safe to repeat and to run several times at once.
 * @throws `unavailable` at the deadline; what is deleted stays deleted.
 */
export async function removeItemsOf(
  database: Database,
  goal: { organizationId: string; goalId: string },
): Promise<void> {
  const pages = pagesOf(({ cursor }) =>
    queryRecords(database, inboxItemEntity, 'byGoal', goalKeyOf(goal), { cursor }),
  )
  for await (const items of pages) {
    for (const ofPerson of Map.groupBy(items, ({ personKey }) => personKey).values()) {
      for (let start = 0; start < ofPerson.length; start += itemsAtOnce) {
        await removeOfPerson(database, ofPerson.slice(start, start + itemsAtOnce))
      }
    }
  }
}

async function removeOfPerson(database: Database, listed: readonly InboxItemRecord[]): Promise<void> {
  const [first] = listed
  if (!first) return
  await retryOnLostRace(database, async () => {
    const [stored, ...read] = await Promise.all([
      readRecord(database, inboxCountEntity, first),
      // The index may be behind.
      ...listed.map((item) => readRecord(database, inboxItemEntity, item)),
    ])
    const items = read.filter((item) => item !== null)
    if (items.length === 0) return undefined
    const unread = stored
      ? items.filter((item) => item.joinId === stored.joinId && !isRead(stored, item))
      : []
    const ids = unread.map(({ itemId }) => itemId)
    const failed = await transact<string>(database, {
      ...Object.fromEntries(
        items.map((item) => [item.itemId, { Delete: inboxItemEntity.remove(item) }] as const),
      ),
      // Also if none is unread: then nobody may mark one as unread meanwhile.
      count: stored ? writeCount({ stored }, withoutUnread(stored, ids, new Date())) : undefined,
    })
    return failed.length > 0 ? lostRace : undefined
  })
}
