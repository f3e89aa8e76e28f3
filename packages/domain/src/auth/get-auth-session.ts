import type { Implementation } from '../operation.ts'
import { currentOrganizationContext } from '../organizations/current-organization-context.ts'

/** Returns the canonical user, with its three fields only, and the user's organizations. */
export const getAuthSession: Implementation<'getAuthSession'> = async (context, access) => {
  const { id, displayName, email } = access.user
  return { user: { id, displayName, email }, ...(await currentOrganizationContext(context, access)) }
}
