import { randomUUID } from 'node:crypto'
import { type CanonicalUser, membershipNotFound, type SessionAccess } from '../access.ts'
import { type Context, timestampOf } from '../context.ts'
import type { Database } from '../database.ts'
import { keyOf } from '../keys.ts'
import { type PartitionPage, readPartition } from '../read-partition.ts'
import { keyOfRecord } from '../read-record.ts'
import { lostRace, retryOnLostRace } from '../retry.ts'
import type { MembershipRecord } from '../table/membership.ts'
import { membershipEntity } from '../table/membership.ts'
import { organizationEntity } from '../table/organization.ts'
import { recordOf } from '../table/record-of.ts'
import { userEntity } from '../table/user.ts'
import { transact } from '../transaction.ts'
import { byJoining, firstOrganizationName, memberSortOf } from './rules.ts'

/** What the service keeps about a user: nothing before the first session, then always both. */
export async function readUserContext(database: Database, userId: string) {
  const users = userEntity(database)
  const memberships = membershipEntity(database)
  const { pk } = keyOfRecord(users, { userKey: keyOf(userId) })
  const items: PartitionPage['items'] = []
  let after: PartitionPage['last']
  do {
    const page = await readPartition(database, pk, { after })
    items.push(...page.items)
    after = page.last
  } while (after !== undefined)
  return {
    user: items.map((item) => recordOf(users, item)).find((user) => user !== null),
    memberships: items
      .map((item) => recordOf(memberships, item))
      .filter((membership) => membership !== null)
      .sort(byJoining),
  }
}

/**
 * Turns a provider's user into a session with an organization context. The user's records are read while the
 * provider confirms the credential, in one trip.
 *
 * Every authenticated user has at least one organization (service document, section 2): where there is none,
 * whatever the request, it is made in one transaction that is conditional on none existing. Of many first
 * requests one writes and the others read again.
 *
 * @param userId  Whom the credential claims to be.
 * @param confirmed  The canonical user once the credential has been checked; undefined if it is not valid.
 * @param organizationId  Which organization the request names to act in; without one, it acts in the active one. Throws
 *   `membership_not_found`, and makes nothing, if the user is no member.
 */
export async function loadSessionAccess(
  context: Context,
  userId: string,
  confirmed: Promise<CanonicalUser | undefined>,
  organizationId?: string,
): Promise<SessionAccess | undefined> {
  const { database } = context
  let [user, stored] = await Promise.all([confirmed, readUserContext(database, userId)])
  if (user === undefined) return undefined
  const canonical = user
  return retryOnLostRace(database, async () => {
    const isMember = stored.memberships.some((membership) => membership.organizationId === organizationId)
    if (organizationId !== undefined && !isMember) throw membershipNotFound()
    if (stored.user && stored.memberships.length > 0) {
      return {
        user: canonical,
        storedUser: stored.user,
        activeOrganizationId: organizationId ?? stored.user.activeOrganizationId,
        memberships: stored.memberships,
      }
    }
    const made = await bootstrapOrganization(context, canonical, stored.user?.activeOrganizationId)
    if (made !== undefined) return made
    stored = await readUserContext(database, userId)
    return lostRace
  })
}

/** Answers undefined where another first request came before. */
async function bootstrapOrganization(
  { database, now }: Context,
  user: CanonicalUser,
  staleActiveOrganizationId: string | undefined,
): Promise<SessionAccess | undefined> {
  const userKey = keyOf(user.id)
  const organizationId = randomUUID()
  const createdAt = timestampOf(now)
  const name = firstOrganizationName(user.displayName)
  const membership = newMembership(user, organizationId, 'owner', createdAt)
  const record = {
    userKey,
    userId: user.id,
    displayName: user.displayName,
    email: user.email,
    activeOrganizationId: organizationId,
    createdAt,
  }
  const failed = await transact(database, {
    user:
      staleActiveOrganizationId === undefined
        ? { Put: userEntity(database).create(record).params() }
        : {
            Put: userEntity(database)
              .put(record)
              .where((stored, { eq }) => eq(stored.activeOrganizationId, staleActiveOrganizationId))
              .params(),
          },
    organization: {
      Put: organizationEntity(database)
        .create({
          organizationId,
          name,
          createdAt,
          createdByUserId: user.id,
          updatedAt: createdAt,
        })
        .params(),
    },
    membership: { Put: membershipEntity(database).create(membership).params() },
  })
  if (failed.length > 0) return undefined
  return {
    user,
    storedUser: user,
    activeOrganizationId: organizationId,
    memberships: [membership],
    knownNames: new Map([[organizationId, name]]),
  }
}

/** The record of a user who joins an organization now. */
export function newMembership(
  user: CanonicalUser,
  organizationId: string,
  role: MembershipRecord['role'],
  joinedAt: string,
): MembershipRecord {
  return {
    userKey: keyOf(user.id),
    organizationId,
    userId: user.id,
    displayName: user.displayName,
    email: user.email,
    role,
    memberSort: memberSortOf(role, user.displayName),
    joinedAt,
  }
}
