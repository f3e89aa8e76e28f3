import { ServiceError } from '@cairn/contract/errors/errors'
import { isWithinLimit } from '../goals/rules/authority.ts'
import { withGoalsBelow } from '../goals/tree/reading/sight.ts'
import { requireMembership } from '../requests/access.ts'
import type { Implementation } from '../requests/operation.ts'
import { keyOf } from '../storage/database/keys.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { inboxCountEntity } from '../storage/table/entities/inbox/inbox-count.ts'
import { inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { membershipEntity } from '../storage/table/entities/organizations/membership.ts'
import { longId } from '../storage/table/short-id.ts'
import { firstKeptId } from './item-id.ts'
import { markItem } from './mark-item.ts'
import { presentItems } from './present-items.ts'
import { countState, inboxKeyOf, writeCount } from './read-inbox.ts'
import { readUnreadAbout } from './read-unread.ts'
import { isRead, unreadOf, withoutUnread, withUnread } from './unread.ts'

/** Marks an item of the caller's inbox as read, or as unread again. Repeating it changes nothing. */
export const updateInboxItem: Implementation<'updateInboxItem'> = async (context, access, request) => {
  const { database, now } = context
  const { organizationId, userId } = access
  const { itemId } = request.params
  const { read } = request.body
  const owner = { organizationId, userId }
  const key = inboxKeyOf(owner)
  const member = { userKey: keyOf(userId), organizationId }
  const { presented, count, goalIds } = await retryOnLostRace(database, async () => {
    const [, sighted, membership, item, stored] = await Promise.all([
      access.role,
      withGoalsBelow(database, access),
      readRecord(database, membershipEntity, member),
      readRecord(database, inboxItemEntity, { ...key, itemId }),
      readRecord(database, inboxCountEntity, key),
    ])
    const { joinId } = requireMembership(membership)
    const isThere = item?.joinId === joinId && itemId >= firstKeptId(now)
    if (!isThere || !isWithinLimit(sighted, longId(item.goalKey))) throw itemNotFound()
    const { goalIds } = sighted
    const state = countState(stored, { ...key, userId, joinId })
    const isSame = isRead(state.count, item) === read
    const mark = read ? withoutUnread(state.count, [itemId], now) : withUnread(state.count, itemId, now)
    const count = isSame ? state.count : mark
    const readAt = isSame ? item.readAt : read ? now.getTime() : undefined
    const [failed, [presented = null]] = await Promise.all([
      isSame ? [] : transact(database, { item: markItem(item, readAt), count: writeCount(state, count) }),
      presentItems(database, organizationId, count, [{ ...item, readAt }]),
    ])
    return failed.length > 0 ? lostRace : { presented, count, goalIds }
  })
  if (!presented) throw itemNotFound()
  const unread =
    goalIds === null
      ? unreadOf(count, now)
      : (await readUnreadAbout(database, owner, goalIds, now)).items.length
  return { item: presented, unread }
}

export function itemNotFound(): ServiceError {
  return new ServiceError('inbox_item_not_found', 'The item does not exist.')
}
