import { ServiceError } from '@cairn/contract/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { GoalUpdate } from '@cairn/contract/schemas/goals'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import type { MembershipRecord } from './table/membership.ts'

/** The user as every provider gives it: these three fields, whatever else a provider knows. */
export type CanonicalUser = { id: string; displayName: string; email: string }

/** The part of a user that its provider may change. */
export type UserProfile = Pick<CanonicalUser, 'displayName' | 'email'>

/** A browser session, with the memberships as the base table has them. */
export type SessionAccess = {
  readonly user: CanonicalUser
  /** The user as the service last saw it; `user` is what the provider says now. */
  readonly storedUser: UserProfile
  /** Where the request acts: the organization that it names (`Organization-Id`), otherwise the one that is active. */
  readonly activeOrganizationId: string
  /** In the order of joining. */
  readonly memberships: readonly MembershipRecord[]
  /** Names that need no read any more: of the organization that this very request made. */
  readonly knownNames?: ReadonlyMap<string, string>
}

/**
 * Authority over one organization's goals and labels, by a session or an API token.
 *
 * `role` is the user's live role. A token's is read only once its record told the organization; it is a promise,
 * so that an operation reads its own records in the same trip, and it rejects with `permission_denied` where the
 * user is no member. Every operation awaits it before it answers or writes anything.
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

/** The membership in the active organization. Throws `membership_not_found` where it is gone. */
export function activeMembership(access: SessionAccess): MembershipRecord {
  const membership = access.memberships.find(
    ({ organizationId }) => organizationId === access.activeOrganizationId,
  )
  if (membership) return membership
  throw membershipNotFound()
}

export function membershipNotFound(): ServiceError {
  return new ServiceError('membership_not_found', 'You are not a member of this organization.')
}

/** Throws `organization_admin_required` unless the caller is owner or admin of the active organization. */
export function requireAdministrator(access: SessionAccess): MembershipRecord {
  const membership = activeMembership(access)
  if (membership.role !== 'member') return membership
  throw new ServiceError(
    'organization_admin_required',
    'Only an owner or admin of the organization may do this.',
  )
}

/** A session's authority over the goals and labels of its active organization. */
export function accessOfSession(session: SessionAccess): Access {
  const { organizationId, role } = activeMembership(session)
  const userId = session.user.id
  return {
    userId,
    organizationId,
    scopes: 'session',
    role: Promise.resolve(role),
    actor: { kind: 'user', id: userId, runId: null },
    authentication: { kind: 'session', subjectId: userId },
  }
}
