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
import { readRecord } from '../../database/read-record.ts'
import { membershipEntity } from '../../table/entities/membership.ts'
import type { UserRecord } from '../../table/entities/user.ts'
import { makeFirstOrganization } from './first-organization.ts'
import { readKnownUser, readUser } from './user-organizations.ts'

/**
 * Turns a provider's user into a session that acts in an organization. What is read beside the credential, before it is
 * known to be good, does not grow with the user: the user's record, and the membership that the request names.
 *
 * Every authenticated user has at least one organization (service document, section 2): a user whom the service does
 * not know gets the first one here, whatever the request.
 *
 * @param userId  Whom the credential claims to be.
 * @param confirmed  The canonical user once the credential has been checked; undefined if it is not valid.
 * @param named  The organization that the request names; without one, it acts in the active one. Throws
 *   `membership_not_found`, and makes nothing, if the user is no member of it.
 */
export async function loadSessionAccess(
  context: Context,
  userId: string,
  confirmed: Promise<CanonicalUser | undefined>,
  named?: string,
): Promise<SessionAccess | undefined> {
  const { database } = context
  const userKey = keyOf(userId)
  const readMembership = (organizationId: string) =>
    readRecord(database, membershipEntity, { userKey, organizationId })

  const [user, known, membership] = await Promise.all([
    confirmed,
    readUser(database, userKey),
    named === undefined ? undefined : readMembership(named),
  ])
  if (user === undefined) return undefined
  if (named !== undefined && !(known && membership)) throw membershipNotFound()

  const actAs = (stored: UserRecord, organizations?: UserOrganizations): SessionAccess => {
    const organizationId = named ?? stored.activeOrganizationId
    return {
      user,
      stored,
      organizationId,
      membership: lazy(async () => requireMembership(membership ?? (await readMembership(organizationId)))),
      organizations,
    }
  }
  if (known) return actAs(known)
  const made = await makeFirstOrganization(context, user)
  return made ? actAs(made.stored, made) : actAs(await readKnownUser(database, userKey))
}
