import type { OutputOf } from '@cairn/contract/registry/registry'
import { currentOrganizationContext } from '../../organizations/context/current-organization-context.ts'
import type { SessionAccess } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'

/** Returns the canonical user, with its three fields only, and the user's organizations. */
export const getAuthSession: Implementation<'getAuthSession'> = sessionOf

/** Returns the same, or null if nobody is signed in. */
export const getAuthState: Implementation<'getAuthState'> = async (context, access) => ({
  session: access ? await sessionOf(context, access) : null,
})

async function sessionOf(context: Context, access: SessionAccess): Promise<OutputOf<'getAuthSession'>> {
  const { id, displayName, email } = access.user
  const { pictureId } = access.stored
  const user = { id, displayName, email }
  return { user, ...(pictureId && { pictureId }), ...(await currentOrganizationContext(context, access)) }
}
