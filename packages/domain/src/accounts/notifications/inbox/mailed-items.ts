import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { firstKeptId } from '../../../inbox/item-id.ts'
import { presentItems } from '../../../inbox/present-items.ts'
import { countState, inboxKeyOf } from '../../../inbox/read-inbox.ts'
import { isRead } from '../../../inbox/unread.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord, readRecords } from '../../../storage/database/read-record.ts'
import type { InboxMailRecord } from '../../../storage/table/entities/due/inbox-mail.ts'
import { inboxCountEntity } from '../../../storage/table/entities/inbox/inbox-count.ts'
import { inboxItemEntity } from '../../../storage/table/entities/inbox/inbox-item.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../../storage/table/entities/organizations/organization.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Person } from '../person.ts'
import { preferencesOf } from '../person.ts'

/** An item of an inbox as an email shows it. */
export type MailedItem = {
  item: InboxItem
  organizationId: string
  /** Of the organization. */
  organizationName: string
}

/**
 * Reads what decides about items that wait for an email. Returns those that are still unread, of a kind that the person wants by email, in an
 * organization of theirs, about a goal that is still there: newest first, with their texts as they are now.
 */
export async function readMailedItems(
  database: Database,
  person: Pick<Person, 'userId' | 'preferences'>,
  mails: readonly InboxMailRecord[],
  now: Date,
): Promise<MailedItem[]> {
  const { inbox } = preferencesOf(person)
  const wanted = mails.filter(
    ({ kind, itemId }) => inbox[kind] === 'daily_email' && itemId >= firstKeptId(now),
  )
  const byOrganization = Map.groupBy(wanted, ({ organizationKey }) => longId(organizationKey))
  const parts = await Promise.all(
    [...byOrganization].map(([organizationId, some]) =>
      readPart(database, { organizationId, userId: person.userId }, some),
    ),
  )
  return parts.flat().sort((one, other) => (one.item.id < other.item.id ? 1 : -1))
}

async function readPart(
  database: Database,
  owner: { organizationId: string; userId: string },
  mails: readonly InboxMailRecord[],
): Promise<MailedItem[]> {
  const { organizationId, userId } = owner
  const key = inboxKeyOf(owner)
  const [membership, organization, stored, records] = await Promise.all([
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
    readRecord(database, inboxCountEntity, key),
    readRecords(
      database,
      inboxItemEntity,
      mails.map(({ itemId }) => ({ ...key, itemId })),
    ),
  ])
  if (!membership || !organization) return []
  const { joinId } = membership
  const { count } = countState(stored, { ...key, userId, joinId })
  const unread = records.filter((item) => item.joinId === joinId && !isRead(count, item))
  const items = await presentItems(database, organizationId, count, unread)
  return items
    .filter((item) => item !== null)
    .map((item) => ({ item, organizationId, organizationName: organization.name }))
}
