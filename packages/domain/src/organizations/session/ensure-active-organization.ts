import {
  type CanonicalUser,
  membershipNotFound,
  type SessionAccess,
  type UserOrganizations,
} from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { userEntity } from '../../storage/table/entities/people/user.ts'
import { createFirstOrganization } from './first-organization.ts'
import { readAgain, readOrganizations } from './user-organizations.ts'

/**
 * Returns the user's organizations and the id of the one in which the request acts. If the user is no longer a member
 * of the active organization, the first of the others becomes active; if there is none, one is created.
 * @throws `membership_not_found` if the user has lost the membership in an organization that the request names.
 */
export async function ensureActiveOrganization(
  context: Context,
  access: SessionAccess,
): Promise<{ organizationId: string; organizations: UserOrganizations }> {
  const { database } = context
  let current = access
  return retryOnLostRace(database, async () => {
    const { organizationId, stored } = current
    const organizations = await readOrganizations(database, current)
    const { memberships } = organizations
    if (memberships.some((membership) => membership.organizationId === organizationId)) {
      return { organizationId, organizations }
    }
    // The request names this organization, and its user was a member when the request started.
    if (organizationId !== stored.activeOrganizationId) throw membershipNotFound()

    const repaired = await repair(context, access.user, organizations)
    if (repaired) return { organizationId: repaired.stored.activeOrganizationId, organizations: repaired }
    const changed = await readAgain(database, current)
    current = { ...changed, organizationId: changed.stored.activeOrganizationId }
    return lostRace
  })
}

/** Returns undefined if the user has joined or switched to another organization in the meantime. */
async function repair(
  context: Context,
  user: CanonicalUser,
  organizations: UserOrganizations,
): Promise<UserOrganizations | undefined> {
  const { database } = context
  const { stored, memberships } = organizations
  const [first] = memberships
  if (!first) return createFirstOrganization(context, { user }, stored)
  const { organizationId: activeOrganizationId } = first
  const failed = await transact(database, {
    user: {
      Update: userEntity
        .patch({ userKey: stored.userKey })
        .set({ activeOrganizationId })
        .where((current, { eq }) => eq(current.activeOrganizationId, stored.activeOrganizationId)),
    },
  })
  return failed.length > 0 ? undefined : { ...organizations, stored: { ...stored, activeOrganizationId } }
}
