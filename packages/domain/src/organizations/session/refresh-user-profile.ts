import { isDeepStrictEqual } from 'node:util'
import type { CanonicalUser, UserOrganizations, UserProfile } from '../../access.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { maximumTransactionItems, transact } from '../../database/transaction.ts'
import { membershipEntity } from '../../table/entities/membership.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { updateRecord } from '../../table/entity/writes.ts'
import { memberSortOf } from '../rules.ts'
import { changeUser, organizationListOf, readUserAndMemberships } from './user-organizations.ts'

type Stored = Pick<UserOrganizations, 'stored' | 'memberships'>

/**
 * Updates the stored profile of a user to what the provider says now, so that member lists show a changed name or
 * address (contract, "Authentication"), and the user's list of organizations to the memberships. Writes only outdated
 * records.
 *
 * If there are more than fit into one transaction, it uses several. Each record is compared separately, so the next
 * session request continues after a crash.
 */
export async function refreshUserProfile(
  { database }: Context,
  { id, displayName, email }: CanonicalUser,
  organizations: UserOrganizations,
): Promise<void> {
  const profile = { displayName, email }
  let known: Stored = organizations
  await retryOnLostRace(database, async () => {
    const writes = outdatedRecords(database, keyOf(id), profile, known)
    for (let start = 0; start < writes.length; start += maximumTransactionItems) {
      const some = writes.slice(start, start + maximumTransactionItems)
      const failed = await transact(database, Object.fromEntries(some))
      if (failed.length === 0) continue
      known = await readUserAndMemberships(database, keyOf(id))
      return lostRace
    }
    return undefined
  })
}

function outdatedRecords(
  database: Database,
  userKey: string,
  profile: UserProfile,
  { stored, memberships }: Stored,
): [name: string, write: TransactionItem][] {
  const isOutdated = ({ displayName, email }: UserProfile) =>
    displayName !== profile.displayName || email !== profile.email

  const writes = memberships.filter(isOutdated).map(({ organizationId, role }): [string, TransactionItem] => [
    `membership:${organizationId}`,
    updateRecord(
      database,
      membershipEntity,
      { userKey, organizationId },
      {
        set: { ...profile, memberSort: memberSortOf(role, profile.displayName) }, // The sort key depends on the role, which must not have changed since it was read.
        where: (membership, { eq }) => eq(membership.role, role),
      },
    ),
  ])
  const { organizationIds = stored.organizationIds } = organizationListOf(memberships)
  if (isOutdated(stored) || !isDeepStrictEqual(organizationIds, stored.organizationIds)) {
    const changes = { ...profile, ...(organizationIds && { organizationIds }) }
    writes.push(['user', changeUser(database, stored, changes)])
  }
  return writes
}
