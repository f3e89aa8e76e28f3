import { lazy } from '@cairn/contract/lazy'
import {
  type CanonicalUser,
  membershipNotFound,
  requireMembership,
  type SessionAccess,
  type UserOrganizations,
} from '../../access.ts'
import type { Context } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import type { UserRecord } from '../../table/entities/user.ts'
import type { ReadMembership } from '../membership-reader.ts'
import { createFirstOrganization } from './first-organization.ts'
import { readKnownUser, readUser } from './user-organizations.ts'

/**
 * Returns the session access of a provider's user; undefined if the credential is not valid. What it reads before the
 * credential is verified has a constant size: the user's record, and the membership in the named organization.
 *
 * Every authenticated user has at least one organization (service document, section 2), so the first request of a new
 * user creates one.
 *
 * @param userId  The user that the credential claims.
 * @param confirmed  The canonical user after verification of the credential; undefined if it is not valid.
 * @param named  The organization that the request names. Default: the active organization.
 * @throws `membership_not_found`, and creates nothing, if the user is not a member of the named organization.
 */
export async function loadSessionAccess(
  context: Context,
  userId: string,
  confirmed: Promise<CanonicalUser | undefined>,
  readMembership: ReadMembership,
  named?: string,
): Promise<SessionAccess | undefined> {
  const { database } = context
  const userKey = keyOf(userId)
  const [user, known, membership] = await Promise.all([
    confirmed,
    readUser(database, userKey),
    named === undefined ? undefined : readMembership({ userKey, organizationId: named }),
  ])
  if (user === undefined) return undefined
  if (named !== undefined && !(known && membership)) throw membershipNotFound()

  const actAs = (stored: UserRecord, organizations?: UserOrganizations): SessionAccess => {
    const organizationId = named ?? stored.activeOrganizationId
    return {
      user,
      stored,
      organizationId,
      membership: lazy(async () => requireMembership(await readMembership({ userKey, organizationId }))),
      organizations,
    }
  }
  if (known) return actAs(known)
  const created = await createFirstOrganization(context, user)
  return created ? actAs(created.stored, created) : actAs(await readKnownUser(database, userKey))
}
