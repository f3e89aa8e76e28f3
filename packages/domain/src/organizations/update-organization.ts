import { requireAdministrator } from '../access.ts'
import { timestampOf } from '../context.ts'
import { retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { organizationEntity } from '../table/entities/organization.ts'
import { updateRecord } from '../table/entity/writes.ts'
import { administratorCheck, explainLostAuthority } from './membership-check.ts'
import { toOrganizationContextResponse } from './organization-context.ts'
import { readOrganizations } from './session/user-organizations.ts'

/** Renames the request's organization. */
export const updateOrganization: Implementation<'updateOrganization'> = async (
  { database, now },
  access,
  { body: { name } },
) => {
  const { organizationId } = access
  const [administrator, { memberships, names }] = await Promise.all([
    requireAdministrator(access),
    readOrganizations(database, access),
  ])
  return retryOnLostRace(database, async () => {
    const failed = await transact(database, {
      authority: administratorCheck(database, administrator),
      organization: updateRecord(
        database,
        organizationEntity,
        { organizationId },
        { set: { name, updatedAt: timestampOf(now) } },
      ),
    })
    if (failed.length > 0) return explainLostAuthority(database, administrator)
    return toOrganizationContextResponse(organizationId, {
      memberships,
      names: new Map([...names, [organizationId, name]]),
    })
  })
}
