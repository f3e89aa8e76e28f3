import { readInboxMails } from '../accounts/notifications/pending.ts'
import { removePartition } from '../goals/cleanup/goal-partition.ts'
import { writeBatches } from '../storage/database/batch-write.ts'
import type { Database } from '../storage/database/client.ts'
import { keyOf } from '../storage/database/keys.ts'
import { pagesOf, queryRecords } from '../storage/database/query-records.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { transact } from '../storage/database/transaction.ts'
import { inboxMailEntity } from '../storage/table/entities/due/inbox-mail.ts'
import { inboxCountEntity } from '../storage/table/entities/inbox/inbox-count.ts'
import { inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { membershipEntity } from '../storage/table/entities/organizations/membership.ts'
import { keyOfRecord, partitionKeyOf, type RecordKey } from '../storage/table/entity.ts'
import { shortId } from '../storage/table/short-id.ts'
import { type InboxOwner, inboxKeyOf } from './read-inbox.ts'

/**
 * Deletes the inbox that a removed member has left: nobody sees it any more, also not who returns, because each item names its membership.
 * Items of a new membership stay. Safe to repeat.
 */
export async function endInbox(database: Database, owner: InboxOwner): Promise<void> {
  const { organizationId, userId } = owner
  const key = inboxKeyOf(owner)
  const membership = await readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId })
  if (membership) {
    const pages = pagesOf(({ cursor }) =>
      queryRecords(database, inboxItemEntity, 'record', key, { cursor, consistent: true }),
    )
    for await (const items of pages) {
      const left = items.filter(({ joinId }) => joinId !== membership.joinId)
      await remove(
        database,
        left.map((item) => keyOfRecord(inboxItemEntity, item)),
      )
    }
    const count = await readRecord(database, inboxCountEntity, key)
    if (count && count.joinId !== membership.joinId) {
      // If it fails, the new membership has written its own.
      await transact(database, {
        count: {
          Delete: inboxCountEntity.remove(key).where(({ version }, { eq }) => eq(version, count.version)),
        },
      })
    }
    return
  }
  await removePartition(database, partitionKeyOf(inboxItemEntity, 'record', key))
  const organizationKey = shortId(organizationId)
  const mails = await readInboxMails(database, key.personKey)
  await remove(
    database,
    mails
      .filter((mail) => mail.organizationKey === organizationKey)
      .map((mail) => keyOfRecord(inboxMailEntity, mail)),
  )
}

function remove(database: Database, keys: readonly RecordKey[]): Promise<void> {
  return writeBatches(
    database,
    keys.map((key) => ({ DeleteRequest: { Key: key } })),
  )
}
