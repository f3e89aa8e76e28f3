import { randomUUID } from 'node:crypto'
import type { ConfirmedSession, UserOrganizations } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { UserRecord } from '../../storage/table/entities/people/user.ts'
import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { newOrganization } from '../new-organization.ts'
import { firstOrganizationName } from '../rules.ts'
import { newUserWrites } from './new-user.ts'
import { changeUser, newMembership } from './user-organizations.ts'

/**
 * Creates an organization for a user who has none, in one transaction. If many first requests run at once, one of them
 * creates it and the others return undefined; so do all if the session has ended meanwhile.
 *
 * @param stored  The record of a user whose last membership was removed; undefined before the user's first request.
 */
export async function createFirstOrganization(
  context: Context,
  { user, own }: ConfirmedSession,
  stored?: UserRecord,
): Promise<UserOrganizations | undefined> {
  const { database, now } = context
  const organizationId = randomUUID()
  const createdAt = timestampOf(now)
  const name = firstOrganizationName(user.displayName)
  const membership = newMembership(user, organizationId, 'owner', createdAt)
  const fresh = newUserWrites(context, user, {
    organizationId,
    sessionGeneration: own?.generation,
  })
  const { displayName, email } = user
  const changes = {
    displayName,
    email,
    activeOrganizationId: organizationId,
    organizationIds: [organizationId],
  }
  const failed = await transact(database, {
    ...(stored ? { user: changeUser(stored, changes), person: undefined } : fresh.writes),
    session: stored ? undefined : own?.unlessEnded,
    ...newOrganization(name, createdAt, membership),
    audit: auditEntry(context, bySession(context, { organizationId, user, own }), {
      action: 'organization.created',
      target: { kind: 'organization', id: organizationId },
    }),
  })
  if (failed.length > 0) return undefined
  const record = stored ? { ...stored, ...changes } : fresh.record
  return { stored: record, memberships: [membership], facts: new Map([[organizationId, { name }]]) }
}
