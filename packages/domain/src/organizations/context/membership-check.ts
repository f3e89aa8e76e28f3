/**
 * Memberships as conditions of a transaction: a caller who has lost the authority by the time of the write changes
 * nothing, whatever was read before.
 */
import { requireAdministratorRole, requireMembership } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace } from '../../storage/database/retry.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

type MembershipKey = Pick<MembershipRecord, 'userKey' | 'organizationId'>

/**
 * Fails if the organization does not exist. For transactions that create what would act by itself, or be seen by somebody, after the
 * organization was deleted; what else is created at the same moment is removed with the rest.
 */
export function organizationCheck(organizationId: string): TransactionItem {
  return { ConditionCheck: organizationEntity.remove({ organizationId }) }
}

/** Fails if the membership does not exist. */
export function memberCheck(membership: MembershipKey): TransactionItem {
  return { ConditionCheck: membershipEntity.remove(membership) }
}

/** Fails unless it is the membership of an owner or admin. */
export function administratorCheck(membership: MembershipKey): TransactionItem {
  return {
    ConditionCheck: membershipEntity
      .remove(membership)
      .where(({ role }, { eq }) => `(${eq(role, 'owner')} OR ${eq(role, 'admin')})`),
  }
}

/** Fails if it is the membership of an owner or admin. Passes if it does not exist. */
export function notAdministratorCheck(membership: MembershipKey): TransactionItem {
  return {
    ConditionCheck: membershipEntity
      .delete(membership)
      .where(({ role }, { eq, notExists }) => `${notExists(role)} OR ${eq(role, 'member')}`),
  }
}

/**
 * Explains a failed `administratorCheck` by the current membership: throws `membership_not_found` or
 * `organization_admin_required`. Returns `lostRace` if the caller has the authority again.
 */
export async function explainLostAuthority(
  database: Database,
  { userKey, organizationId }: MembershipKey,
): Promise<typeof lostRace> {
  const [membership, organization] = await Promise.all([
    readRecord(database, membershipEntity, { userKey, organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
  ])
  requireAdministratorRole(requireMembership(organization && membership))
  return lostRace
}
