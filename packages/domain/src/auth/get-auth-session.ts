import type { Implementation } from '../operation.ts'
import { ensureActiveMembership } from '../organizations/ensure-active-membership.ts'
import { organizationContext } from '../organizations/organization-context.ts'

/** The canonical user, built from its three fields and no other, and its organizations. */
export const getAuthSession: Implementation<'getAuthSession'> = async (context, access) => {
  const { id, displayName, email } = access.user
  const organizations = await organizationContext(context, await ensureActiveMembership(context, access))
  return { user: { id, displayName, email }, ...organizations }
}
