import type { OutputOf } from '@cairn/contract/registry'
import type { SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import { ensureActiveMembership } from './ensure-active-membership.ts'
import { organizationContextOf, organizationIdsOf, readOrganizationNames } from './organization-context.ts'
import { refreshUserProfile } from './refresh-user-profile.ts'

/**
 * What the two session requests answer about organizations. What the provider has changed about the user is
 * written at the time of the read.
 */
export async function currentOrganizationContext(
  context: Context,
  access: SessionAccess,
): Promise<OutputOf<'getOrganizationContext'>> {
  const current = await ensureActiveMembership(context, access)
  const { knownNames = new Map<string, string>() } = current
  const unknown = organizationIdsOf(current).filter((id) => !knownNames.has(id))
  const [names] = await Promise.all([
    readOrganizationNames(context.database, unknown),
    refreshUserProfile(context, current),
  ])
  return organizationContextOf(current, new Map([...knownNames, ...names]))
}
