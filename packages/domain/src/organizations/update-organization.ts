import { membershipNotFound, requireAdministrator } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { organizationEntity } from '../storage/table/entities/organizations/organization.ts'
import { auditEntry, bySession } from './audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from './context/membership-check.ts'
import { toOrganizationContextResponse } from './context/organization-context.ts'
import { readAgain, readOrganizations } from './session/user-organizations.ts'

/** Renames the request's organization. The write requires the name that was read, which the audit log tells. */
export const updateOrganization: Implementation<'updateOrganization'> = async (
  context,
  access,
  { body: { name } },
) => {
  const { database, now } = context
  const { organizationId } = access
  let current = access
  return retryOnLostRace(database, async () => {
    const [administrator, { memberships, names }] = await Promise.all([
      requireAdministrator(access),
      readOrganizations(database, current),
    ])
    const former = names.get(organizationId)
    // The organization was deleted since the membership was read.
    if (former === undefined) throw membershipNotFound()
    const failed = await transact(database, {
      authority: administratorCheck(administrator),
      organization: {
        Update: organizationEntity
          .patch({ organizationId })
          .set({ name, updatedAt: timestampOf(now) })
          .where((stored, { eq }) => eq(stored.name, former)),
      },
      audit:
        former === name
          ? undefined
          : auditEntry(context, bySession(context, access), {
              action: 'organization.updated',
              target: { kind: 'organization', id: organizationId, name },
              changes: [{ field: 'name', from: former, to: name }],
            }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.length > 0) {
      current = await readAgain(database, current)
      return lostRace
    }
    return toOrganizationContextResponse(organizationId, {
      memberships,
      names: new Map([...names, [organizationId, name]]),
    })
  })
}
