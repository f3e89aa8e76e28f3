import { membershipNotFound, requireAdministrator } from '../access.ts'
import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { timestampOf } from '../context.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { organizationEntity } from '../table/entities/organization.ts'
import { updateRecord } from '../table/entity/writes.ts'
import { administratorCheck, explainLostAuthority } from './membership-check.ts'
import { toOrganizationContextResponse } from './organization-context.ts'
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
      authority: administratorCheck(database, administrator),
      organization: updateRecord(
        database,
        organizationEntity,
        { organizationId },
        {
          set: { name, updatedAt: timestampOf(now) },
          where: (stored, { eq }) => eq(stored.name, former),
        },
      ),
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
