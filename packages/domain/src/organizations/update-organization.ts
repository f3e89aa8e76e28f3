import { requireAdministrator } from '../access.ts'
import { timestampOf } from '../context.ts'
import type { Implementation } from '../operation.ts'
import { retryOnLostRace } from '../retry.ts'
import { organizationEntity } from '../table/organization.ts'
import { transact } from '../transaction.ts'
import { administratorCheck, explainLostAuthority } from './membership-check.ts'
import { organizationContextOf, organizationIdsOf, readOrganizationNames } from './organization-context.ts'

/** Renames the active organization. Safe to repeat, so the other names are read at the same time. */
export const updateOrganization: Implementation<'updateOrganization'> = async (
  { database, now },
  access,
  { body },
) => {
  const administrator = requireAdministrator(access)
  const { organizationId } = administrator
  return retryOnLostRace(database, async () => {
    const [names, failed] = await Promise.all([
      readOrganizationNames(database, organizationIdsOf(access)),
      transact(database, {
        authority: administratorCheck(database, administrator),
        organization: {
          Update: organizationEntity(database)
            .patch({ organizationId })
            .set({ name: body.name, updatedAt: timestampOf(now) })
            .params(),
        },
      }),
    ])
    if (failed.length > 0) return explainLostAuthority(database, access, administrator)
    return organizationContextOf(access, names.set(organizationId, body.name))
  })
}
