import {
  type MembershipRecord,
  membershipEntity,
} from '../../storage/table/entities/organizations/membership.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { memberSortOf } from '../rules.ts'

/**
 * Changes a member's role. Fails unless role and name are as they were read: both are in the sort key of member lists.
 */
export function withRole(member: MembershipRecord, role: MembershipRecord['role']): TransactionItem {
  const { userKey, organizationId, displayName } = member
  return {
    Update: membershipEntity
      .patch({ userKey, organizationId })
      .set({ role, memberSort: memberSortOf(role, displayName) })
      .where(
        (stored, { eq }) => `${eq(stored.role, member.role)} AND ${eq(stored.displayName, displayName)}`,
      ),
  }
}
