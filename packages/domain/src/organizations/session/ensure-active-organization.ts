import {
  type CanonicalUser,
  membershipNotFound,
  type SessionAccess,
  type UserOrganizations,
} from '../../access.ts'
import type { Context } from '../../context.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import { userEntity } from '../../table/entities/user.ts'
import { makeFirstOrganization } from './first-organization.ts'
import { readAgain, readOrganizations } from './user-organizations.ts'

/**
 * Reads the user's organizations, and returns which of them the request acts in. If the user is no member of the active
 * one any more, the first of the others becomes active; if there is none, one is made.
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
    // The request names it, and was a member's when it began.
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
  if (!first) return makeFirstOrganization(context, user, stored)
  const { organizationId: activeOrganizationId } = first
  const failed = await transact(database, {
    user: {
      Update: userEntity(database)
        .patch({ userKey: stored.userKey })
        .set({ activeOrganizationId })
        .where((current, { eq }) => eq(current.activeOrganizationId, stored.activeOrganizationId))
        .params(),
    },
  })
  return failed.length > 0 ? undefined : { ...organizations, stored: { ...stored, activeOrganizationId } }
}
