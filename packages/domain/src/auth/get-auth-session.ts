import type { Implementation } from '../operation.ts'
import { currentOrganizationContext } from '../organizations/current-organization-context.ts'

/** The canonical user, built from its three fields and no other, and its organizations. */
export const getAuthSession: Implementation<'getAuthSession'> = async (context, access) => {
  const { id, displayName, email } = access.user
  return { user: { id, displayName, email }, ...(await currentOrganizationContext(context, access)) }
}
