import type { OutputOf } from '@cairn/contract/registry'
import type { SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import { readAll } from '../read-all.ts'
import { organizationEntity } from '../table/organization.ts'

/** The memberships of a session with the names that their organizations have now. */
export async function organizationContext(
  { database }: Context,
  access: SessionAccess,
): Promise<OutputOf<'getOrganizationContext'>> {
  const keys = access.memberships.map(({ organizationId }) => ({ organizationId }))
  const organizations = await readAll(database, keys, (some) =>
    organizationEntity(database).get(some).go({ consistent: true }),
  )
  const names = new Map(organizations.map(({ organizationId, name }) => [organizationId, name]))
  return {
    activeOrganizationId: access.activeOrganizationId,
    organizations: access.memberships.flatMap(({ organizationId, role }) => {
      const name = names.get(organizationId)
      return name === undefined ? [] : [{ id: organizationId, name, role }]
    }),
  }
}
