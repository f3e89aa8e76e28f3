import type { OutputOf } from '@cairn/contract/registry'
import type { SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import type { Implementation } from '../operation.ts'
import { currentOrganizationContext } from '../organizations/current-organization-context.ts'

/** Returns the canonical user, with its three fields only, and the user's organizations. */
export const getAuthSession: Implementation<'getAuthSession'> = sessionOf

/** Returns the same, or null if nobody is signed in. */
export const getAuthState: Implementation<'getAuthState'> = async (context, access) => ({
  session: access ? await sessionOf(context, access) : null,
})

async function sessionOf(context: Context, access: SessionAccess): Promise<OutputOf<'getAuthSession'>> {
  const { id, displayName, email } = access.user
  return { user: { id, displayName, email }, ...(await currentOrganizationContext(context, access)) }
}
