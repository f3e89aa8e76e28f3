import { maximumBriefMentions } from '@cairn/contract/schemas/feed/brief'
import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { presentItems } from '../../inbox/present-items.ts'
import { readInbox } from '../../inbox/read-inbox.ts'
import { isRead } from '../../inbox/unread.ts'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { longId } from '../../storage/table/short-id.ts'
import { hasTrait } from '../record/traits.ts'
import { isWithinLimit } from '../rules/authority.ts'

/** Items among which mentions are looked for: two or three read units. */
const maximumRead = 30

/** Returns what presents the mentions within a limit of goals, which takes one round trip. */
type Mentions = (sighted: Pick<Access, 'goalIds'>) => Promise<InboxItem[]>

export const noMentions: Mentions = async () => []

/**
 * Reads the newest part of the inbox of the caller's user, in one query, and returns what presents the unread mentions in it. Reads nothing
 * for a token without the scope of the inbox, and in an organization without comments.
 */
export async function readMentions(
  database: Database,
  { organizationId, userId, scopes }: Access,
  now: Date,
): Promise<Mentions> {
  if (scopes !== 'session' && !scopes.has('inbox')) return noMentions
  if (!(await hasTrait(database, organizationId, 'hasConversation'))) return noMentions
  const { items, count } = await readInbox(database, { organizationId, userId }, { limit: maximumRead, now })
  const unread = items.filter((item) => item.kind === 'mentioned' && !isRead(count, item))
  return async (sighted) => {
    const visible = unread.filter(({ goalKey }) => isWithinLimit(sighted, longId(goalKey)))
    const shown = visible.slice(0, maximumBriefMentions)
    const mentions = await presentItems(database, organizationId, count, shown)
    return mentions.filter((item) => item !== null)
  }
}
