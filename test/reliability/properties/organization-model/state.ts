import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'

export const names = ['ada', 'bob', 'cem', 'dora'] as const
export type Name = (typeof names)[number]

export type ModelInvitation = {
  organizationId: string
  by: Name
  to: Name
  role: 'admin' | 'member'
  status: 'pending' | 'accepted' | 'revoked'
  /** The token of the current link. */
  token: string
  /** Unix time in milliseconds. */
  expiresAt: number
}

/** The state of the run's organizations. People may also be members of others. */
export type State = {
  /** The role of each member, by `<organization id>/<name>`. */
  roles: Readonly<Record<string, OrganizationRole>>
  /** The id of each person's active organization. */
  active: Readonly<Record<Name, string>>
  invitations: Readonly<Record<string, ModelInvitation>>
}

export const millisecondsPerDay = 24 * 60 * 60 * 1000
export const lifetimeMilliseconds = 7 * millisecondsPerDay

export function roleOf({ roles }: State, name: Name, organizationId: string): OrganizationRole | undefined {
  return roles[`${organizationId}/${name}`]
}

export function withRole(state: State, name: Name, organizationId: string, role: OrganizationRole): State {
  return { ...state, roles: { ...state.roles, [`${organizationId}/${name}`]: role } }
}

export function withActive(state: State, name: Name, organizationId: string): State {
  return { ...state, active: { ...state.active, [name]: organizationId } }
}

export function withInvitation(state: State, id: string, changes: Partial<ModelInvitation>): State {
  const invitation = { ...state.invitations[id], ...changes } as ModelInvitation
  return { ...state, invitations: { ...state.invitations, [id]: invitation } }
}

/** Whether an invitation is pending, has not expired at `now`, and its inviter is still an administrator. */
export function isValid(state: State, invitation: ModelInvitation, now: number): boolean {
  const { organizationId, by, status, expiresAt } = invitation
  const inviterRole = roleOf(state, by, organizationId)
  return status === 'pending' && now < expiresAt && (inviterRole === 'owner' || inviterRole === 'admin')
}

/** The members of an organization with their roles. */
export function membersOf(state: State, organizationId: string): Partial<Record<Name, OrganizationRole>> {
  const members = names.flatMap((name) => {
    const role = roleOf(state, name, organizationId)
    return role ? [[name, role] as const] : []
  })
  return Object.fromEntries(members)
}

/** The invitations that a list shows: by id, the invited person and the role. */
export function pendingIn(state: State, organizationId: string, now: number): Record<string, string> {
  const pending = Object.entries(state.invitations).filter(
    ([, invitation]) => invitation.organizationId === organizationId && isValid(state, invitation, now),
  )
  return Object.fromEntries(pending.map(([id, { to, role }]) => [id, `${to} ${role}`]).toSorted())
}

/** Equal for equal states. Ignores the token of an invitation that is no longer pending. */
export function fingerprintOf({ roles, active, invitations }: State): string {
  const seen = Object.entries(invitations).map(([id, { token, ...invitation }]) => [
    id,
    { ...invitation, token: invitation.status === 'pending' && token },
  ])
  return JSON.stringify(
    [roles, active, Object.fromEntries(seen)].map((part) => Object.entries(part).toSorted()),
  )
}
