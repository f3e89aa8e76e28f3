import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/client.ts'
import { queryAllRecords } from '../../database/query-records.ts'
import { timerOf } from '../../table/entities/due/due-index.ts'
import { type MemberRemovalRecord, memberRemovalEntity } from '../../table/entities/due/member-removal.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { createRecord } from '../../table/entity/writes.ts'
import { shortId } from '../../table/short-id.ts'

type NewRemoval = Pick<MemberRemovalRecord, 'userId' | 'receiverUserId' | 'removedByUserId' | 'createdAt'>

/** Records what is left to do for a member, in the transaction that ends the membership. It is due at once. */
export function beginRemoval(
  database: Database,
  organizationId: string,
  removal: NewRemoval,
): TransactionItem {
  const removalKey = shortId(randomUUID())
  return createRecord(database, memberRemovalEntity, {
    organizationKey: shortId(organizationId),
    removalKey,
    ...removal,
    ...timerOf(removalKey, Date.parse(removal.createdAt)),
  })
}

/** Returns the removals of an organization that are not finished, the latest first. Strongly consistent. */
export async function readRemovals(
  database: Database,
  { organizationKey }: Pick<MemberRemovalRecord, 'organizationKey'>,
): Promise<MemberRemovalRecord[]> {
  const partition = { organizationKey }
  const removals = await queryAllRecords(database, memberRemovalEntity, 'record', partition, {
    consistent: true,
  })
  return removals.sort((left, right) => (left.createdAt < right.createdAt ? 1 : -1))
}
