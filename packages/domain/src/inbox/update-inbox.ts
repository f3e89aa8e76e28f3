import { withGoalsBelow } from '../goals/tree/reading/sight.ts'
import type { Access } from '../requests/access.ts'
import type { Context } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { longId } from '../storage/table/short-id.ts'
import { markItem } from './mark-item.ts'
import { besideRole, readInbox, writeCount } from './read-inbox.ts'
import { readUnreadAbout } from './read-unread.ts'
import { isRead, unreadOf, withoutUnread, withReadUntil } from './unread.ts'
import { itemNotFound } from './update-inbox-item.ts'

/**
 * Marks an item of the caller's inbox and all older ones as read, however many these are: one record says up to where. Reads the newer ones, to
 * count those that remain unread. A token that is limited to some goals marks items of these one by one.
 */
export const updateInbox: Implementation<'updateInbox'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId, userId } = access
  const { readUntil } = body
  const { goalIds } = await withGoalsBelow(database, access)
  if (goalIds !== null) {
    await access.role
    return markEach(context, access, readUntil, goalIds)
  }
  const unread = await retryOnLostRace(database, async () => {
    const state = await besideRole(
      access,
      readInbox(database, { organizationId, userId }, { from: readUntil, now }),
    )
    const newer = [...state.items]
    for (let part = state; part.more; newer.push(...part.items)) {
      part = await readInbox(
        database,
        { organizationId, userId },
        { from: readUntil, before: part.last, now },
      )
    }
    const { count } = state
    if (newer.pop()?.itemId !== readUntil) throw itemNotFound()
    const remaining = newer.filter((item) => !isRead(count, item)).map(({ itemId }) => itemId)
    const marked = withReadUntil(count, readUntil, remaining, now)
    if (unreadOf(marked, now) === unreadOf(count, now)) return unreadOf(count, now)
    const failed = await transact(database, { count: writeCount(state, marked) })
    return failed.length > 0 ? lostRace : unreadOf(marked, now)
  })
  return { unread }
}

/** A transaction takes at most 100 writes. */
const itemsAtOnce = 90

async function markEach(
  { database, now }: Context,
  { organizationId, userId }: Access,
  readUntil: string,
  goalIds: ReadonlySet<string>,
): Promise<{ unread: number }> {
  const owner = { organizationId, userId }
  const { items } = await readInbox(database, owner, { from: readUntil, before: after(readUntil), now })
  const [named] = items
  if (!named || !goalIds.has(longId(named.goalKey))) throw itemNotFound()
  return retryOnLostRace(database, async () => {
    const state = await readUnreadAbout(database, owner, goalIds, now)
    const older = state.items.filter(({ itemId }) => itemId <= readUntil)
    if (older.length === 0) return { unread: state.items.length }
    const marked = older.slice(0, itemsAtOnce)
    const ids = marked.map(({ itemId }) => itemId)
    await transact<string>(database, {
      ...Object.fromEntries(marked.map((item) => [item.itemId, markItem(item, now.getTime())])),
      count: writeCount(state, withoutUnread(state.count, ids, now)),
    })
    // Until none is left.
    return lostRace
  })
}

/** Sorts directly after an id. */
function after(itemId: string): string {
  return `${itemId}~`
}
