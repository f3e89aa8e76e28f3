import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { isWithinLimit } from '../goals/rules/authority.ts'
import { withGoalsBelow } from '../goals/tree/reading/sight.ts'
import type { Implementation } from '../requests/operation.ts'
import { defaultPageSize } from '../storage/pagination/read-page.ts'
import { longId } from '../storage/table/short-id.ts'
import { presentItems } from './present-items.ts'
import { besideRole, readInbox } from './read-inbox.ts'
import { readUnread, readUnreadAbout } from './read-unread.ts'
import { unreadOf } from './unread.ts'

/**
 * Lists the inbox of the caller's user in the organization, newest first. Strongly consistent: one query reads the items of a page and the
 * number of unread ones; then titles and texts are read. A token that is limited to some goals gets the items of these, and their number.
 */
export const listInbox: Implementation<'listInbox'> = async (context, access, { query }) => {
  const { database, cursors, now, changes } = context
  const { organizationId, userId } = access
  const { state = 'all', limit = defaultPageSize, cursor } = query
  const binding = ['listInbox', organizationId, userId, state] as const
  const before = cursor === undefined ? undefined : cursors.open([...binding], cursor)
  await changes?.settled(organizationId)
  const owner = { organizationId, userId }
  const sighted = await withGoalsBelow(database, access)
  const [part, limited] = await besideRole(
    access,
    Promise.all([
      state === 'unread'
        ? readUnread(database, owner, { before, limit, now })
        : readInbox(database, owner, { before, limit, now }).then((all) => ({
            ...all,
            next: all.more ? (all.last ?? null) : null,
          })),
      sighted.goalIds && readUnreadAbout(database, owner, sighted.goalIds, now),
    ]),
  )
  const visible = part.items.filter(({ goalKey }) => isWithinLimit(sighted, longId(goalKey)))
  const items = await presentItems(database, organizationId, part.count, visible)
  return {
    items: items.filter((item): item is InboxItem => item !== null),
    unread: limited ? limited.items.length : unreadOf(part.count, now),
    nextCursor: part.next === null ? null : cursors.seal([...binding], part.next),
  }
}
