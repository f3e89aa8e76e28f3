import type { SessionAccess, UserProfile } from '../access.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import { keyOf } from '../keys.ts'
import { lostRace, retryOnLostRace } from '../retry.ts'
import { type MembershipRecord, membershipEntity } from '../table/membership.ts'
import { userEntity } from '../table/user.ts'
import { maximumTransactionItems, transact } from '../transaction.ts'
import type { TransactionItem } from '../transaction-item.ts'
import { memberSortOf } from './rules.ts'
import { readUserContext } from './session-access.ts'

/**
 * Brings what the service keeps of a user up to what its provider says now, so that a changed name or address
 * reaches the member lists of all the user's organizations (contract, "Authentication"). Costs nothing where
 * nothing changed.
 *
 * More records than one transaction takes go in several. Each is compared on its own, so that the next session
 * request finishes what a crash left.
 */
export async function refreshUserProfile({ database }: Context, access: SessionAccess): Promise<void> {
  const { id, displayName, email } = access.user
  const profile = { displayName, email }
  let stored: { user?: UserProfile | undefined; memberships: readonly MembershipRecord[] } = {
    user: access.storedUser,
    memberships: access.memberships,
  }
  await retryOnLostRace(database, async () => {
    const writes = outdatedRecords(database, keyOf(id), profile, stored)
    for (let start = 0; start < writes.length; start += maximumTransactionItems) {
      const some = writes.slice(start, start + maximumTransactionItems)
      const failed = await transact(database, Object.fromEntries(some))
      if (failed.length === 0) continue
      stored = await readUserContext(database, id)
      return lostRace
    }
    return undefined
  })
}

function outdatedRecords(
  database: Database,
  userKey: string,
  profile: UserProfile,
  stored: { user?: UserProfile | undefined; memberships: readonly MembershipRecord[] },
): [name: string, write: TransactionItem][] {
  const isOutdated = ({ displayName, email }: UserProfile) =>
    displayName !== profile.displayName || email !== profile.email

  const writes = stored.memberships
    .filter(isOutdated)
    .map(({ organizationId, role }): [string, TransactionItem] => [
      `membership:${organizationId}`,
      {
        Update: membershipEntity(database)
          .patch({ userKey, organizationId })
          .set({ ...profile, memberSort: memberSortOf(role, profile.displayName) })
          // The position in member lists is made of both; a change of the role meanwhile makes another one.
          .where((membership, { eq }) => eq(membership.role, role))
          .params(),
      },
    ])
  if (stored.user && isOutdated(stored.user)) {
    writes.push(['user', { Update: userEntity(database).patch({ userKey }).set(profile).params() }])
  }
  return writes
}
