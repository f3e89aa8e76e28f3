import { randomUUID } from 'node:crypto'
import type { Database } from '../../storage/database/client.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import {
  type MemberRemovalRecord,
  memberRemovalEntity,
} from '../../storage/table/entities/due/member-removal.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'

type NewRemoval = Pick<MemberRemovalRecord, 'userId' | 'receiverUserId' | 'removedByUserId' | 'createdAt'>

/** Records what is left to do for a member, in the transaction that ends the membership. It is due at once. */
export function beginRemoval(organizationId: string, removal: NewRemoval): TransactionItem {
  const removalKey = shortId(randomUUID())
  return {
    Put: memberRemovalEntity.create({
      organizationKey: shortId(organizationId),
      removalKey,
      ...removal,
      ...timerOf(removalKey, Date.parse(removal.createdAt)),
    }),
  }
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
