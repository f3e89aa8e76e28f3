import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type Access, membershipNotFound } from '../requests/access.ts'
import type { Database } from '../storage/database/client.ts'
import { keyOf } from '../storage/database/keys.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { type InboxCountRecord, inboxCountEntity } from '../storage/table/entities/inbox/inbox-count.ts'
import { type InboxItemRecord, inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { membershipEntity } from '../storage/table/entities/organizations/membership.ts'
import {
  createRecord,
  keyOfRecord,
  recordsOf,
  replaceRecord,
  type TransactionItem,
} from '../storage/table/entity.ts'
import { shortHash, shortId } from '../storage/table/short-id.ts'
import { firstKeptId } from './item-id.ts'
import { newCount } from './unread.ts'

export type InboxOwner = { organizationId: string; userId: string }

export function inboxKeyOf({ organizationId, userId }: InboxOwner) {
  return { organizationKey: shortId(organizationId), personKey: shortHash(userId) }
}

/** Waits for what was begun beside the caller's role. A caller without one is told so, whatever was read. */
export async function besideRole<T>({ role }: Pick<Access, 'role'>, reading: Promise<T>): Promise<T> {
  reading.catch(() => undefined)
  await role
  return reading
}

/** The count as it is stored, which the next write replaces, and as it is for the current membership. */
export type CountState = { stored: InboxCountRecord | null; count: InboxCountRecord }

/** Returns the count of a membership. That of a former one does not matter any more. */
export function countState(
  stored: InboxCountRecord | null,
  { userId, joinId, ...key }: Parameters<typeof newCount>[0],
): CountState {
  const isCurrent = stored?.joinId === joinId
  return { stored, count: isCurrent ? stored : newCount({ ...key, userId, joinId }) }
}

/** The write of a count at its next version. Fails if the stored one is not the one that was read. */
export function writeCount({ stored }: Pick<CountState, 'stored'>, next: InboxCountRecord): TransactionItem {
  const version = (stored?.version ?? 0) + 1
  const record = { ...next, version }
  return {
    Put: stored
      ? replaceRecord(inboxCountEntity, record, { version: stored.version })
      : createRecord(inboxCountEntity, record),
  }
}

export type ReadInbox = CountState & {
  /** Newest first: those of the current membership that are still kept. */
  items: InboxItemRecord[]
  /** The oldest that was read, of whatever membership. */
  last: string | undefined
  /** Whether there are older ones. */
  more: boolean
}

type Range = {
  /** Only items that are older than this one. */
  before?: string | undefined
  /** The oldest item to read. Default: the oldest that is still kept. */
  from?: string | undefined
  limit?: number | undefined
  now: Date
}

/**
 * Reads the newest part of an inbox and its count, strongly consistent, in one query: the count is the last record of the partition, so
 * it is never newer than the items, and a write that depends on its version notices everything that came in between.
 * @throws `membership_not_found` if the user is no member.
 */
export async function readInbox(database: Database, owner: InboxOwner, range: Range): Promise<ReadInbox> {
  const key = inboxKeyOf(owner)
  const member = { userKey: keyOf(owner.userId), organizationId: owner.organizationId }
  const { pk, sk: last } = keyOfRecord(inboxCountEntity, key)
  const sortKeyOf = (itemId: string) => keyOfRecord(inboxItemEntity, { ...key, itemId }).sk
  const from = sortKeyOf([range.from ?? '', firstKeptId(range.now)].sort().at(-1) ?? '')
  const start = range.before === undefined ? undefined : sortKeyOf(range.before)
  // A part that does not begin with the newest item gets the count by key, in the same round trip.
  const counted = range.before === undefined ? null : readRecord(database, inboxCountEntity, key)
  // Nothing is left below an item that has expired. DynamoDB refuses to begin there.
  const isEmpty = start !== undefined && start <= from
  const [membership, page, byKey] = await Promise.all([
    readRecord(database, membershipEntity, member),
    isEmpty
      ? emptyPage
      : database.client.send(
          new QueryCommand({
            TableName: database.tableName,
            ConsistentRead: true,
            ScanIndexForward: false,
            KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
            ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': last },
            // One more, which says that there are more, and the count.
            Limit: range.limit === undefined ? undefined : range.limit + 2,
            ...(start !== undefined && { ExclusiveStartKey: { pk, sk: start } }),
          }),
        ),
    counted,
  ])
  if (!membership) throw membershipNotFound()
  const { joinId } = membership
  const found = page.Items ?? []
  const [inPage = null] = recordsOf(inboxCountEntity, found)
  const items = recordsOf(inboxItemEntity, found)
  const limit = range.limit ?? items.length
  const read = items.slice(0, limit)
  return {
    ...countState(byKey ?? inPage, { ...key, userId: owner.userId, joinId }),
    items: read.filter((item) => item.joinId === joinId),
    last: read.at(-1)?.itemId,
    more: items.length > limit || page.LastEvaluatedKey !== undefined,
  }
}

const emptyPage = { Items: [], LastEvaluatedKey: undefined }
