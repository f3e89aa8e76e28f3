/**
 * The organizations of a user. Memberships are the truth; the user's record has a list of the organizations' ids. Every
 * write that adds an organization requires the list to be unchanged, so concurrent writes cannot exceed the limit. The
 * list is always read before the memberships, so an id in it without a membership belongs to a removed membership.
 */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import { sessionHasEnded } from '../../accounts/auth/sessions/own-session.ts'
import type { CanonicalUser, SessionAccess, UserOrganizations, UserProfile } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { type PartitionPage, readPartition } from '../../storage/database/read-partition.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../storage/table/entities/organizations/membership.ts'
import { type UserRecord, userEntity } from '../../storage/table/entities/people/user.ts'
import { keyOfRecord, type TransactionItem, toRecord } from '../../storage/table/entity.ts'
import { readOrganizationFacts } from '../context/organization-context.ts'
import { byJoining, maximumOrganizationsPerUser, memberSortOf } from '../rules.ts'

/** Returns undefined before the user's first session. */
export async function readUser(database: Database, userKey: string): Promise<UserRecord | undefined> {
  return (await readRecord(database, userEntity, { userKey })) ?? undefined
}

/** Returns the record of a user that must exist, because another request has written it. */
export async function readKnownUser(database: Database, userKey: string): Promise<UserRecord> {
  const user = await readUser(database, userKey)
  if (user) return user
  throw new Error('The record of an existing user is missing.')
}

/** In the order in which the user joined. */
async function readMemberships(database: Database, userKey: string): Promise<MembershipRecord[]> {
  const entity = membershipEntity
  const { pk } = keyOfRecord(userEntity, { userKey })
  const items: PartitionPage['items'] = []
  let after: PartitionPage['last']
  do {
    const page = await readPartition(database, pk, { after })
    items.push(...page.items)
    after = page.last
  } while (after !== undefined)
  return items
    .map((item) => toRecord(entity, item))
    .filter((membership) => membership !== null)
    .sort(byJoining)
}

/** Reads the list of organizations before the memberships (see above). */
export async function readUserAndMemberships(database: Database, userKey: string) {
  const stored = await readKnownUser(database, userKey)
  return { stored, memberships: await readMemberships(database, userKey) }
}

/**
 * Returns the caller's organizations with their names and settings, in one round trip unless the list in the user's record is
 * incomplete.
 */
export async function readOrganizations(
  database: Database,
  { stored, organizations }: Pick<SessionAccess, 'stored' | 'organizations'>,
): Promise<UserOrganizations> {
  const [memberships, facts] = organizations
    ? [organizations.memberships, organizations.facts]
    : await Promise.all([
        readMemberships(database, stored.userKey),
        readOrganizationFacts(database, stored.organizationIds),
      ])
  const unknown = memberships.map(({ organizationId }) => organizationId).filter((id) => !facts.has(id))
  if (unknown.length === 0) return { stored, memberships, facts }
  const allFacts = new Map([...facts, ...(await readOrganizationFacts(database, unknown))])
  // An organization that was deleted has no members, although their records are removed later.
  return {
    stored,
    memberships: memberships.filter(({ organizationId }) => allFacts.has(organizationId)),
    facts: allFacts,
  }
}

/**
 * Reads the user's record again after a lost race.
 * @throws `unauthorized` if the account was deleted meanwhile.
 */
export async function readAgain(database: Database, access: SessionAccess): Promise<SessionAccess> {
  const stored = await readKnownUser(database, access.stored.userKey)
  if (stored.deletedAt !== undefined) throw sessionHasEnded()
  return { ...access, stored, organizations: undefined, isNew: undefined }
}

/** Returns `too_many_organizations` if the user cannot join another organization. */
export function refusalToJoin({ memberships }: UserOrganizations): ServiceError | undefined {
  if (memberships.length < maximumOrganizationsPerUser) return undefined
  return new ServiceError(
    'too_many_organizations',
    `You already belong to ${maximumOrganizationsPerUser} organizations, which is the maximum.`,
  )
}

/** The list of organizations for the user's record. */
export function organizationIdsOf(
  memberships: readonly Pick<MembershipRecord, 'organizationId'>[],
): string[] {
  return memberships.map(({ organizationId }) => organizationId)
}

/** Changes the user's record. Fails if the user has joined another organization since it was read, or deleted the account. */
export function changeUser(
  stored: UserRecord,
  changes: Partial<UserProfile & Pick<UserRecord, 'activeOrganizationId' | 'organizationIds' | 'language'>>,
): TransactionItem {
  const { userKey, organizationIds } = stored
  return {
    Update: userEntity
      .patch({ userKey })
      .set(changes)
      .where(
        (user, { eq, notExists }) =>
          `${notExists(user.deletedAt)} AND ${eq(user.organizationIds, organizationIds)}`,
      ),
  }
}

/**
 * Adds an organization to the user's record and makes it the active one, in the transaction that creates the
 * membership.
 */
export function joinOrganization(
  { stored, memberships }: UserOrganizations,
  { organizationId }: Pick<MembershipRecord, 'organizationId'>,
): TransactionItem {
  return changeUser(stored, {
    activeOrganizationId: organizationId,
    organizationIds: organizationIdsOf([...memberships, { organizationId }]),
  })
}

/**
 * Takes an organization out of the user's record, in the transaction that ends the membership. It stays the active one:
 * a request that was meant for it must not end up in another (`lostOrganizationId`). Fails if the user has joined or
 * switched to another organization since the record was read.
 */
export function leaveOrganization(stored: UserRecord, organizationId: string): TransactionItem {
  const { userKey, activeOrganizationId, organizationIds } = stored
  return {
    Update: userEntity
      .patch({ userKey })
      .set({
        organizationIds: organizationIds.filter((id) => id !== organizationId),
        ...(activeOrganizationId === organizationId && { lostOrganizationId: organizationId }),
      })
      .where(
        (user, { eq }) =>
          `${eq(user.activeOrganizationId, activeOrganizationId)} AND ${eq(user.organizationIds, organizationIds)}`,
      ),
  }
}

/** Returns the membership of a user who joins an organization. */
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
    joinId: randomUUID(),
  }
}
