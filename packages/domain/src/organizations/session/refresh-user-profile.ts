import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@cairn/contract/http/language'
import type { CanonicalUser, UserOrganizations, UserProfile } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { maximumTransactionItems, transact } from '../../storage/database/transaction.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { memberSortOf } from '../rules.ts'
import { changeUser, organizationIdsOf, readUserAndMemberships } from './user-organizations.ts'

type Stored = Pick<UserOrganizations, 'stored' | 'memberships'>

/**
 * Updates the stored profile of a user to what the provider says now, so that member lists show a changed name or
 * address (contract, "Authentication"), the memberships to the user's picture, and the user's list of organizations to the
 * memberships. Writes only outdated records.
 *
 * If there are more than fit into one transaction, it uses several. Each record is compared separately, so the next
 * session request continues after a crash.
 */
export async function refreshUserProfile(
  { database, language }: Context,
  { id, displayName, email }: CanonicalUser,
  organizations: UserOrganizations,
): Promise<void> {
  const profile = { displayName, email }
  let known: Stored = organizations
  await retryOnLostRace(database, async () => {
    const writes = outdatedRecords(keyOf(id), profile, known, language)
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
  userKey: string,
  profile: UserProfile,
  { stored, memberships }: Stored,
  language: Language | undefined,
): [name: string, write: TransactionItem][] {
  const isOutdated = ({ displayName, email }: UserProfile) =>
    displayName !== profile.displayName || email !== profile.email

  const { pictureId } = stored
  const outdated = memberships.filter((one) => isOutdated(one) || one.pictureId !== pictureId)
  const writes = outdated.map(({ organizationId, role }): [string, TransactionItem] => {
    const copied = membershipEntity.patch({ userKey, organizationId }).set({
      ...profile,
      memberSort: memberSortOf(role, profile.displayName),
      ...(pictureId && { pictureId }),
    })
    const whole = pictureId === undefined ? copied.remove(['pictureId']) : copied
    return [
      `membership:${organizationId}`,
      { Update: whole.where((membership, { eq }) => eq(membership.role, role)) },
    ]
  })
  const organizationIds = organizationIdsOf(memberships)
  const learned = stored.language === undefined && language !== undefined && { language }
  if (isOutdated(stored) || learned || !isDeepStrictEqual(organizationIds, stored.organizationIds)) {
    const changes = { ...profile, ...learned, organizationIds }
    writes.push(['user', changeUser(stored, changes)])
  }
  return writes
}
