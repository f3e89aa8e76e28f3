import type { Database } from '../../database/client.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { updateRecord } from '../../table/entity/writes.ts'
import { memberSortOf } from '../rules.ts'

/**
 * Changes a member's role. Fails unless role and name are as they were read: both are in the sort key of member lists.
 */
export function withRole(
  database: Database,
  member: MembershipRecord,
  role: MembershipRecord['role'],
): TransactionItem {
  const { userKey, organizationId, displayName } = member
  return updateRecord(
    database,
    membershipEntity,
    { userKey, organizationId },
    {
      set: { role, memberSort: memberSortOf(role, displayName) },
      where: (stored, { eq }) => `${eq(stored.role, member.role)} AND ${eq(stored.displayName, displayName)}`,
    },
  )
}
