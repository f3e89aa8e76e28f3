import { lazy } from '@cairn/contract/registry/lazy'
import {
  type CanonicalUser,
  type ConfirmedSession,
  membershipNotFound,
  requireMembership,
  type SessionAccess,
  type UserOrganizations,
} from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import type { UserRecord } from '../../storage/table/entities/people/user.ts'
import type { ReadMembership } from '../context/membership-reader.ts'
import { createFirstOrganization } from './first-organization.ts'
import { newUserWrites } from './new-user.ts'
import { readUser } from './user-organizations.ts'

/**
 * Returns the session access of a provider's user; undefined if the credential is not valid. What it reads before the
 * credential is verified has a constant size: the user's record, and the membership in the named organization.
 *
 * Every authenticated user has at least one organization (service document, section 2), so the first request of a new
 * user creates one.
 *
 * @param userId  The user that the credential claims.
 * A session of the service's own also ends with its generation, which the user's record tells. Its name and address are
 * those of the record, because a session does not learn of their changes.
 *
 * @param confirmed  The session after verification of the credential; undefined if it is not valid.
 * @param named  The organization that the request names. Default: the active organization.
 * @param firstOrganization  `joined` if the operation itself adds a new user to an organization.
 * @throws `membership_not_found`, and creates nothing, if the user is not a member of the named organization.
 */
export async function loadSessionAccess(
  context: Context,
  userId: string,
  confirmed: Promise<ConfirmedSession | undefined>,
  readMembership: ReadMembership,
  { named, firstOrganization }: { named?: string | undefined; firstOrganization?: 'joined' | undefined } = {},
): Promise<SessionAccess | undefined> {
  const { database } = context
  const userKey = keyOf(userId)
  const [session, known, membership] = await Promise.all([
    confirmed,
    readUser(database, userKey),
    named === undefined ? undefined : readMembership({ userKey, organizationId: named }),
  ])
  if (session === undefined || (known && hasEnded(session, known))) return undefined
  if (named !== undefined && !(known && membership)) throw membershipNotFound()

  const actAs = (stored: UserRecord, organizations?: UserOrganizations, isNew?: true): SessionAccess => {
    const organizationId = named ?? stored.activeOrganizationId
    return {
      user: session.own ? profileOf(stored) : session.user,
      own: session.own,
      stored,
      organizationId,
      membership: lazy(async () => requireMembership(await readMembership({ userKey, organizationId }))),
      organizations,
      isNew,
    }
  }
  if (known) return actAs(known)
  if (firstOrganization === 'joined') {
    const { record } = newUserWrites(context, session.user, { organizationId: '' })
    const stored = { ...record, organizationIds: [] }
    return actAs(stored, { stored, memberships: [], facts: new Map() }, true)
  }
  const created = await createFirstOrganization(context, session)
  if (created) return actAs(created.stored, created)
  const stored = await readUser(database, userKey)
  // Another request has created the record, unless all sessions have ended meanwhile.
  return stored && !hasEnded(session, stored) ? actAs(stored) : undefined
}

function hasEnded({ own }: ConfirmedSession, { sessionGeneration = 0 }: UserRecord): boolean {
  return own !== undefined && own.generation !== sessionGeneration
}

function profileOf({ userId, displayName, email }: UserRecord): CanonicalUser {
  return { id: userId, displayName, email }
}
