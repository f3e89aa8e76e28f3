import type { OutputOf } from '@cairn/contract/registry/registry'
import type { OrganizationFacts, UserOrganizations } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'

/**
 * Returns names and settings of organizations by id. Strongly consistent. An operation that changes memberships or organizations reads
 * them before its transaction, so it needs no round trip afterwards to return the new state.
 */
export async function readOrganizationFacts(
  database: Database,
  organizationIds: Iterable<string>,
): Promise<Map<string, OrganizationFacts>> {
  const keys = [...organizationIds].map((organizationId) => ({ organizationId }))
  const organizations = await readRecords(database, organizationEntity, keys)
  return new Map(
    organizations.map(({ organizationId, name, defaultVerification }) => [
      organizationId,
      { name, defaultVerification },
    ]),
  )
}

/** The user's organizations as clients see them, in the order of `memberships`. */
export function toOrganizationContextResponse(
  activeOrganizationId: string,
  { memberships, facts }: Pick<UserOrganizations, 'memberships' | 'facts'>,
): OutputOf<'getOrganizationContext'> {
  return {
    activeOrganizationId,
    organizations: memberships.flatMap(({ organizationId, role }) => {
      const known = facts.get(organizationId)
      if (!known) return []
      const { name, defaultVerification } = known
      return [{ id: organizationId, name, role, ...(defaultVerification && { defaultVerification }) }]
    }),
  }
}
