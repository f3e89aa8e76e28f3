import type { SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import { keyOf } from '../keys.ts'
import { userEntity } from '../table/user.ts'
import { transact } from '../transaction.ts'

/**
 * Where the membership in the active organization is gone, the first of the remaining ones becomes active, so
 * that a session always has an organization to work in.
 */
export async function ensureActiveMembership(
  { database }: Context,
  access: SessionAccess,
): Promise<SessionAccess> {
  const { activeOrganizationId, memberships, user } = access
  const first = memberships[0]
  if (!first || memberships.some(({ organizationId }) => organizationId === activeOrganizationId))
    return access
  await transact(database, {
    // Not where the user has switched in the meantime.
    user: {
      Update: userEntity(database)
        .patch({ userKey: keyOf(user.id) })
        .set({ activeOrganizationId: first.organizationId })
        .where((stored, { eq }) => eq(stored.activeOrganizationId, activeOrganizationId))
        .params(),
    },
  })
  return { ...access, activeOrganizationId: first.organizationId }
}
