import { ServiceError } from '@cairn/contract/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { GoalUpdate } from '@cairn/contract/schemas/goals'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import type { MembershipRecord } from './table/entities/membership.ts'
import type { UserRecord } from './table/entities/user.ts'

/** The user as every provider gives it: these three fields, whatever else a provider knows. */
export type CanonicalUser = { id: string; displayName: string; email: string }

/** The part of a user that its provider may change. */
export type UserProfile = Pick<CanonicalUser, 'displayName' | 'email'>

/** A user's record and memberships, and the names of the organizations as far as they are known. */
export type UserOrganizations = {
  readonly stored: UserRecord
  /** In the order of joining. */
  readonly memberships: readonly MembershipRecord[]
  readonly names: ReadonlyMap<string, string>
}

/** A browser session whose credential is good. It says where the request acts, not that it may. */
export type SessionAccess = {
  readonly user: CanonicalUser
  /** The user as the service last saw it; `user` is what the provider says now. */
  readonly stored: UserRecord
  /** The organization that the request names (`Organization-Id`), otherwise the active one. */
  readonly organizationId: string
  /**
   * The caller's membership in that organization, read when it is first asked for, so that an operation reads its own
   * records in the same trip. Throws `membership_not_found`. Every operation on the organization awaits it before it
   * returns or writes anything.
   */
  readonly membership: () => Promise<MembershipRecord>
  /** What a request that made the user's first organization has read or written already. */
  readonly organizations?: UserOrganizations | undefined
}

/**
 * Authority over one organization's goals and labels, by a session or an API token.
 *
 * `role` is the user's live role. It is a promise, so that an operation reads its own records in the same trip, and it
 * rejects where the user is no member: with `membership_not_found` for a session, `permission_denied` for a token. Every
 * operation awaits it before it answers or writes anything.
 */
export type Access = {
  readonly userId: string
  readonly organizationId: string
  /** The scopes of a token; a session is not bounded by any. */
  readonly scopes: ReadonlySet<ApiTokenScope> | 'session'
  readonly role: Promise<OrganizationRole>
  readonly actor: GoalUpdate['actor']
  readonly authentication: GoalUpdate['authentication']
}

/** Returns a membership that is there; throws `membership_not_found` otherwise. */
export function requireMembership(membership: MembershipRecord | null | undefined): MembershipRecord {
  if (membership) return membership
  throw membershipNotFound()
}

export function membershipNotFound(): ServiceError {
  return new ServiceError('membership_not_found', 'You are not a member of this organization.')
}

/**
 * The membership of an owner or admin of the organization that the request acts in. Throws `membership_not_found`, or
 * `organization_admin_required` for another member.
 */
export async function requireAdministrator(
  access: Pick<SessionAccess, 'membership'>,
): Promise<MembershipRecord> {
  return requireAdministratorRole(await access.membership())
}

export function requireAdministratorRole(membership: MembershipRecord): MembershipRecord {
  if (membership.role !== 'member') return membership
  throw new ServiceError(
    'organization_admin_required',
    'Only an owner or admin of the organization may do this.',
  )
}

/** A session's authority over the goals and labels of the organization that its request acts in. */
export function accessOfSession({ user, organizationId, membership }: SessionAccess): Access {
  const role = membership().then((member) => member.role)
  // Awaited by every operation; one that fails earlier must not leave an unhandled rejection.
  role.catch(() => undefined)
  return {
    userId: user.id,
    organizationId,
    scopes: 'session',
    role,
    actor: { kind: 'user', id: user.id, runId: null },
    authentication: { kind: 'session', subjectId: user.id },
  }
}
