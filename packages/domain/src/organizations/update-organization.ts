import type { InputOf } from '@cairn/contract/registry/registry'
import type { AuditChange } from '@cairn/contract/schemas/audit'
import { membershipNotFound, type OrganizationFacts, requireAdministrator } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { organizationEntity } from '../storage/table/entities/organizations/organization.ts'
import { auditEntry, bySession } from './audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from './context/membership-check.ts'
import { toOrganizationContextResponse } from './context/organization-context.ts'
import { readAgain, readOrganizations } from './session/user-organizations.ts'

/**
 * Changes name and settings of the request's organization. The write requires those that were read, which the audit log tells.
 */
export const updateOrganization: Implementation<'updateOrganization'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId } = access
  let current = access
  return retryOnLostRace(database, async () => {
    const [administrator, { memberships, facts }] = await Promise.all([
      requireAdministrator(access),
      readOrganizations(database, current),
    ])
    const former = facts.get(organizationId)
    // The organization was deleted since the membership was read.
    if (former === undefined) throw membershipNotFound()
    const changed = changedFacts(former, body)
    const changes = changesBetween(former, changed)
    const failed = await transact(database, {
      authority: administratorCheck(administrator),
      organization: { Update: organizationUpdate(organizationId, former, changed, timestampOf(now)) },
      audit:
        changes.length === 0
          ? undefined
          : auditEntry(context, bySession(context, access), {
              action: 'organization.updated',
              target: { kind: 'organization', id: organizationId, name: changed.name },
              changes,
            }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.length > 0) {
      current = await readAgain(database, current)
      return lostRace
    }
    return toOrganizationContextResponse(organizationId, {
      memberships,
      facts: new Map([...facts, [organizationId, changed]]),
    })
  })
}

function changedFacts(
  former: OrganizationFacts,
  { name = former.name, defaultVerification }: InputOf<'updateOrganization'>['body'],
): OrganizationFacts {
  if (defaultVerification === undefined) return { ...former, name }
  return { name, defaultVerification: defaultVerification === 'none' ? undefined : defaultVerification }
}

function changesBetween(former: OrganizationFacts, changed: OrganizationFacts): AuditChange[] {
  const valuesOf = ({ name, defaultVerification }: OrganizationFacts) => ({
    name,
    defaultVerification: defaultVerification ?? 'none',
  })
  const after: Record<string, string> = valuesOf(changed)
  return Object.entries(valuesOf(former)).flatMap(([field, from]) => {
    const to = after[field] ?? null
    return from === to ? [] : [{ field, from, to }]
  })
}

function organizationUpdate(
  organizationId: string,
  former: OrganizationFacts,
  { name, defaultVerification }: OrganizationFacts,
  updatedAt: string,
) {
  const patch = organizationEntity.patch({ organizationId }).set({ name, updatedAt })
  const changed =
    defaultVerification === undefined
      ? patch.remove(['defaultVerification'])
      : patch.set({ defaultVerification })
  return changed.where((stored, { eq, notExists }) =>
    [
      eq(stored.name, former.name),
      former.defaultVerification === undefined
        ? notExists(stored.defaultVerification)
        : eq(stored.defaultVerification, former.defaultVerification),
    ].join(' AND '),
  )
}
