/**
 * Memberships as a condition of what is written: a caller who has no authority any more when the transaction is
 * written changes nothing, whatever was read before.
 */
import { requireAdministratorRole, requireMembership } from '../access.ts'
import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { lostRace } from '../database/retry.ts'
import type { TransactionItem } from '../database/transaction-item.ts'
import { type MembershipRecord, membershipEntity } from '../table/entities/membership.ts'

type MembershipKey = Pick<MembershipRecord, 'userKey' | 'organizationId'>

// ElectroDB has types for condition checks in its own transactions only. A removal on the same condition, which
// begins with the record's existence, has the same parameters.
function removalOf(database: Database, { userKey, organizationId }: MembershipKey) {
  return membershipEntity(database).remove({ userKey, organizationId })
}

/** Fails where there is no such membership. */
export function memberCheck(database: Database, membership: MembershipKey): TransactionItem {
  return { ConditionCheck: removalOf(database, membership).params() }
}

/** Fails where it is no membership of an owner or admin. */
export function administratorCheck(database: Database, membership: MembershipKey): TransactionItem {
  return {
    ConditionCheck: removalOf(database, membership)
      .where(({ role }, { eq }) => `(${eq(role, 'owner')} OR ${eq(role, 'admin')})`)
      .params(),
  }
}

/** Fails where it is a membership of an owner or admin; a membership that does not exist is none. */
export function noAdministratorCheck(
  database: Database,
  { userKey, organizationId }: MembershipKey,
): TransactionItem {
  return {
    ConditionCheck: membershipEntity(database)
      .delete({ userKey, organizationId })
      .where(({ role }, { eq, notExists }) => `(${notExists(role)} OR ${eq(role, 'member')})`)
      .params(),
  }
}

/**
 * Explains a failed `administratorCheck` by what the membership is now: throws `membership_not_found` or
 * `organization_admin_required`. Where the authority is back already, the operation only lost a race.
 */
export async function explainLostAuthority(
  database: Database,
  { userKey, organizationId }: MembershipKey,
): Promise<typeof lostRace> {
  const membership = await readRecord(database, membershipEntity, { userKey, organizationId })
  requireAdministratorRole(requireMembership(membership))
  return lostRace
}
