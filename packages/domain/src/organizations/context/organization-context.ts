import type { OutputOf } from '@cairn/contract/registry/registry'
import type { UserOrganizations } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'

/**
 * Returns the names of organizations by id. Strongly consistent. An operation that changes memberships or names reads
 * them before its transaction, so it needs no round trip afterwards to return the new state.
 */
export async function readOrganizationNames(
  database: Database,
  organizationIds: Iterable<string>,
): Promise<Map<string, string>> {
  const keys = [...organizationIds].map((organizationId) => ({ organizationId }))
  const organizations = await readRecords(database, organizationEntity, keys)
  return new Map(organizations.map(({ organizationId, name }) => [organizationId, name]))
}

/** The user's organizations as clients see them, in the order of `memberships`. */
export function toOrganizationContextResponse(
  activeOrganizationId: string,
  { memberships, names }: Pick<UserOrganizations, 'memberships' | 'names'>,
): OutputOf<'getOrganizationContext'> {
  return {
    activeOrganizationId,
    organizations: memberships.flatMap(({ organizationId, role }) => {
      const name = names.get(organizationId)
      return name === undefined ? [] : [{ id: organizationId, name, role }]
    }),
  }
}
