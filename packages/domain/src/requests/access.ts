import { ServiceError } from '@cairn/contract/errors/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { EntityIdentifiers, EntityItem } from 'electrodb'
import type { MembershipRecord } from '../storage/table/entities/organizations/membership.ts'
import type { organizationEntity } from '../storage/table/entities/organizations/organization.ts'
import type { sessionEntity } from '../storage/table/entities/people/session.ts'
import type { UserRecord } from '../storage/table/entities/people/user.ts'
import type { TransactionItem } from '../storage/table/entity.ts'

/** A user in the form that every authentication provider returns. */
export type CanonicalUser = { id: string; displayName: string; email: string }

/** The part of a user that the provider may change. */
export type UserProfile = Pick<CanonicalUser, 'displayName' | 'email'>

/**
 * A session that the service itself has issued and verified. It ends when the generation of the user's sessions changes.
 */
export type OwnSession = Readonly<EntityIdentifiers<typeof sessionEntity>> & {
  readonly generation: number
  /** The record with the same number: the account of the built-in email provider, or none once the user's record exists. */
  readonly account: 'email' | 'provider'
  /** A condition on the user's account, for the transaction that creates the user's record. */
  readonly unlessEnded: TransactionItem
}

/** Whom a verified credential belongs to. */
export type ConfirmedSession = {
  readonly user: CanonicalUser
  /** Undefined if the provider owns the session. */
  readonly own?: OwnSession | undefined
}

/** The parts of an organization that its members see everywhere. */
export type OrganizationFacts = Pick<EntityItem<typeof organizationEntity>, 'name' | 'defaultVerification'>

/** A user's record and memberships, and what is known so far of the organizations. */
export type UserOrganizations = {
  readonly stored: UserRecord
  /** In the order in which the user joined. */
  readonly memberships: readonly MembershipRecord[]
  readonly facts: ReadonlyMap<string, OrganizationFacts>
}

/**
 * A browser session with a valid credential. It names the organization of the request; `membership` tells whether the
 * user may act there.
 */
export type SessionAccess = {
  readonly user: CanonicalUser
  /** Undefined if the provider owns the session. */
  readonly own: OwnSession | undefined
  /** The stored user; `user` is what the provider says now. */
  readonly stored: UserRecord
  /** The organization that the request names (`Organization-Id`); otherwise the active one. */
  readonly organizationId: string
  /**
   * Returns the caller's membership in that organization. It is read on the first call, so that an operation can read
   * its own records in the same round trip. Every operation on the organization awaits it before it returns or writes
   * anything.
   * @throws `membership_not_found` if there is none.
   */
  readonly membership: () => Promise<MembershipRecord>
  /** Whether `stored` is not stored yet: the operation itself adds a new user to a first organization. */
  readonly isNew?: boolean | undefined
  /** Records that the request has read or written if it created the user's first organization. */
  readonly organizations?: UserOrganizations | undefined
}

/** A caller that acts on one organization's goals and labels, by a session or an API token. */
export type Caller = {
  readonly userId: string
  readonly organizationId: string
  /** The scopes of a token. A session is not limited by scopes. */
  readonly scopes: ReadonlySet<ApiTokenScope> | 'session'
  /** The only goals that exist for a token that is limited to some; null if all do. It limits scopes and never adds to them. */
  readonly goalIds: ReadonlySet<string> | null
  readonly actor: GoalUpdate['actor']
  /** The token's name. Absent for a session: people are named by their id, because their name can change or be deleted. */
  readonly actorName?: string | undefined
  readonly authentication: GoalUpdate['authentication']
}

/** The key of a credential in records: of a token, a grant, or a person with any session. */
export function credentialKeyOf({
  kind,
  subjectId,
}: Pick<Caller['authentication'], 'kind' | 'subjectId'>): string {
  return `${kind}:${subjectId}`
}

/**
 * Authority over one organization's goals and labels.
 *
 * `role` is the user's current role. It is a promise, so that an operation can read its own records in the same round
 * trip. If the user is not a member, it rejects with `membership_not_found` for a session and `permission_denied` for a
 * token. Every operation awaits it before it returns or writes anything: until then the caller may be a remembered one
 * whose credential is not verified yet.
 */
export type Access = Caller & { readonly role: Promise<OrganizationRole> }

/**
 * Returns the membership.
 * @throws `membership_not_found` if there is none.
 */
export function requireMembership(membership: MembershipRecord | null | undefined): MembershipRecord {
  if (membership) return membership
  throw membershipNotFound()
}

export function membershipNotFound(): ServiceError {
  return new ServiceError('membership_not_found', 'You are not a member of this organization.')
}

/**
 * Returns the caller's membership if the caller is an owner or admin of the request's organization.
 * @throws `organization_admin_required` for other members and `membership_not_found` for anybody else.
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
    'Only an owner or admin of the organization can do this.',
  )
}

/** A session's authority over the goals and labels of the request's organization. */
export function accessOfSession({ user, organizationId, membership }: SessionAccess): Access {
  const role = membership().then((member) => member.role)
  // An operation that fails before it awaits the role must not leave an unhandled rejection.
  role.catch(() => undefined)
  return { ...callerOfSession(user.id, organizationId), role }
}

export function callerOf({ role, ...caller }: Access): Caller {
  return caller
}

/** Returns the actor, as histories and events show it. */
export function actorOf({
  actor,
  actorName,
}: Pick<Caller, 'actor' | 'actorName'>): Pick<GoalUpdate, 'actor' | 'actorName'> {
  return { actor, ...(actorName !== undefined && { actorName }) }
}

/** Returns the access of a session of this user in this organization. */
export function callerOfSession(userId: string, organizationId: string): Caller {
  return {
    userId,
    organizationId,
    scopes: 'session',
    goalIds: null,
    actor: { kind: 'user', id: userId, runId: null },
    authentication: { kind: 'session', subjectId: userId },
  }
}
