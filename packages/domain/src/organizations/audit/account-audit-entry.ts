/**
 * Entries about a person's own account, which belongs to no organization. Each is one entry, in the organization in which the person
 * acts: its administrators answer for the access of their people. Nobody else's log tells it, and none does if there is no such
 * organization.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { AuditCredential } from '@cairn/contract/schemas/audit'
import type { SessionAccess } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { type UserRecord, userEntity } from '../../storage/table/entities/people/user.ts'
import { keyOfRecord, type TransactionItem, toRecord } from '../../storage/table/entity.ts'
import { byJoining, type Joining } from '../rules.ts'
import { type AuditContent, auditEntry, bySession } from './audit-entry.ts'

/** The known facts about a user without a session of the request. */
export type ActingUser = {
  /** Null before the first session request. */
  stored: UserRecord | null
  /** The active organization, or the first one if the user has left that. Undefined if there is none. */
  organizationId: string | undefined
}

/**
 * Reads a user with all memberships: only for somebody whose credential is verified. Strongly consistent.
 */
export async function readActingUser(database: Database, userKey: string): Promise<ActingUser> {
  const { items } = await readPartition(database, keyOfRecord(userEntity, { userKey }).pk)
  const stored = items.map((item) => toRecord(userEntity, item)).find((user) => user !== null) ?? null
  const memberships = items
    .map((item) => toRecord(membershipEntity, item))
    .filter((membership) => membership !== null)
  return { stored, organizationId: actingOrganization(stored?.activeOrganizationId, memberships) }
}

/**
 * Returns the organization whose log tells what a person does: the active one, or the first one if the person has lost that.
 * Undefined if there is none. Pure.
 */
export function actingOrganization(
  active: string | undefined,
  memberships: readonly Joining[],
): string | undefined {
  const [first] = memberships.toSorted(byJoining)
  const isMember = memberships.some(({ organizationId }) => organizationId === active)
  return isMember ? active : first?.organizationId
}

/**
 * Returns the write of an entry for the transaction of a change that a session makes to its account; undefined if the person is no
 * longer a member of the organization.
 */
export async function accountAuditEntry(
  context: Pick<Context, 'database' | 'now' | 'userAgent'>,
  access: SessionAccess,
  content: AuditContent,
): Promise<TransactionItem | undefined> {
  try {
    await access.membership()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'membership_not_found') return undefined
    throw error
  }
  return auditEntry(context, bySession(context, access), content)
}

/** The same without a session of the request: `credential` is what the person signs in with, or what proves the change. */
export function actingUserAuditEntry(
  context: Pick<Context, 'database' | 'now'>,
  { userId, organizationId }: { userId: string } & Pick<ActingUser, 'organizationId'>,
  credential: AuditCredential,
  content: AuditContent,
): TransactionItem | undefined {
  return organizationId === undefined
    ? undefined
    : auditEntry(context, { organizationId, userId, credential }, content)
}
