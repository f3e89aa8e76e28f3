/**
 * The organizations of a user: memberships are what counts, and the user's record carries a list of their ids. The list
 * is a condition of every write that adds one, so that of many at once none goes beyond the limit, and it is always read
 * before the memberships: what it then names besides them has gone.
 */
import { ServiceError } from '@cairn/contract/errors'
import type { CanonicalUser, SessionAccess, UserOrganizations, UserProfile } from '../../access.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { type PartitionPage, readPartition } from '../../database/read-partition.ts'
import { keyOfRecord, readRecord } from '../../database/read-record.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'
import { type UserRecord, userEntity } from '../../table/entities/user.ts'
import { toRecord } from '../../table/to-record.ts'
import { readOrganizationNames } from '../organization-context.ts'
import { byJoining, maximumOrganizationsPerUser, memberSortOf } from '../rules.ts'

/** Undefined before the user's first session. */
export async function readUser(database: Database, userKey: string): Promise<UserRecord | undefined> {
  return (await readRecord(database, userEntity, { userKey })) ?? undefined
}

/** The record of a user whom another request has just been seen to write. */
export async function readKnownUser(database: Database, userKey: string): Promise<UserRecord> {
  const user = await readUser(database, userKey)
  if (user) return user
  throw new Error('a user has gone')
}

/** In the order of joining. */
async function readMemberships(database: Database, userKey: string): Promise<MembershipRecord[]> {
  const entity = membershipEntity(database)
  const { pk } = keyOfRecord(userEntity(database), { userKey })
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

/** What another request may have changed, in the order that joining needs. */
export async function readUserAndMemberships(database: Database, userKey: string) {
  const stored = await readKnownUser(database, userKey)
  return { stored, memberships: await readMemberships(database, userKey) }
}

/** The caller's organizations with all their names, in one trip unless the list of the user's record is incomplete. */
export async function readOrganizations(
  database: Database,
  { stored, organizations }: Pick<SessionAccess, 'stored' | 'organizations'>,
): Promise<UserOrganizations> {
  const [memberships, names] = organizations
    ? [organizations.memberships, organizations.names]
    : await Promise.all([
        readMemberships(database, stored.userKey),
        readOrganizationNames(database, stored.organizationIds ?? []),
      ])
  const unnamed = memberships.map(({ organizationId }) => organizationId).filter((id) => !names.has(id))
  if (unnamed.length === 0) return { stored, memberships, names }
  return {
    stored,
    memberships,
    names: new Map([...names, ...(await readOrganizationNames(database, unnamed))]),
  }
}

/** Reads again what a write was conditional on, when another one came before it. */
export async function readAgain(database: Database, access: SessionAccess): Promise<SessionAccess> {
  const stored = await readKnownUser(database, access.stored.userKey)
  return { ...access, stored, organizations: undefined }
}

/** Why the user may not join another organization; undefined if nothing is against it. */
export function refusalOfAnother({ memberships }: UserOrganizations): ServiceError | undefined {
  if (memberships.length < maximumOrganizationsPerUser) return undefined
  return new ServiceError(
    'too_many_organizations',
    `You belong to ${maximumOrganizationsPerUser} organizations, which is as many as a user may.`,
  )
}

/** What the user's record says of its organizations; nothing beyond the limit, so that the record stays small. */
export function organizationListOf(
  memberships: readonly Pick<MembershipRecord, 'organizationId'>[],
): Pick<UserRecord, 'organizationIds'> {
  return memberships.length > maximumOrganizationsPerUser
    ? {}
    : { organizationIds: memberships.map(({ organizationId }) => organizationId) }
}

/** Changes the user's record; fails if the user has joined another organization since it was read. */
export function changeUser(
  database: Database,
  stored: UserRecord,
  changes: Partial<UserProfile & Pick<UserRecord, 'activeOrganizationId' | 'organizationIds'>>,
): TransactionItem {
  const { userKey, organizationIds } = stored
  return {
    Update: userEntity(database)
      .patch({ userKey })
      .set(changes)
      .where((user, { eq, notExists }) =>
        organizationIds === undefined
          ? notExists(user.organizationIds)
          : eq(user.organizationIds, organizationIds),
      )
      .params(),
  }
}

/** The user's part in a transaction that makes a membership: its organization becomes the active one. */
export function joinOrganization(
  database: Database,
  { stored, memberships }: UserOrganizations,
  { organizationId }: Pick<MembershipRecord, 'organizationId'>,
): TransactionItem {
  return changeUser(database, stored, {
    activeOrganizationId: organizationId,
    ...organizationListOf([...memberships, { organizationId }]),
  })
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
