import type { OutputOf } from '@cairn/contract/registry'
import type { SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import { toOrganizationContextResponse } from './organization-context.ts'
import { ensureActiveOrganization } from './session/ensure-active-organization.ts'
import { refreshUserProfile } from './session/refresh-user-profile.ts'

/**
 * What the two session requests return about organizations. They leave the user with an organization to work in, and
 * what the service keeps of the user as its provider says it now.
 */
export async function currentOrganizationContext(
  context: Context,
  access: SessionAccess,
): Promise<OutputOf<'getOrganizationContext'>> {
  const { organizationId, organizations } = await ensureActiveOrganization(context, access)
  await refreshUserProfile(context, access.user, organizations)
  return toOrganizationContextResponse(organizationId, organizations)
}
