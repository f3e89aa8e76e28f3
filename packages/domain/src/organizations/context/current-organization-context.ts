import type { OutputOf } from '@cairn/contract/registry/registry'
import type { SessionAccess } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import { ensureActiveOrganization } from '../session/ensure-active-organization.ts'
import { refreshUserProfile } from '../session/refresh-user-profile.ts'
import { toOrganizationContextResponse } from './organization-context.ts'

/**
 * Returns the user's organizations, for `getOrganizationContext` and `getAuthSession`. Makes sure that the user has an
 * active organization, and updates the stored profile to what the provider says now.
 */
export async function currentOrganizationContext(
  context: Context,
  access: SessionAccess,
): Promise<OutputOf<'getOrganizationContext'>> {
  const { organizationId, organizations } = await ensureActiveOrganization(context, access)
  await refreshUserProfile(context, access.user, organizations)
  return toOrganizationContextResponse(organizationId, organizations)
}
