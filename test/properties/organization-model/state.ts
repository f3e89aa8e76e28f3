import type { OrganizationRole } from '@cairn/contract/schemas/organizations'

export const names = ['ada', 'bob', 'cem', 'dora'] as const
export type Name = (typeof names)[number]

export type ModelInvitation = {
  organizationId: string
  by: Name
  to: Name
  role: 'admin' | 'member'
  status: 'pending' | 'accepted' | 'revoked'
  /** Of the one link that is alive. */
  token: string
  /** Unix time in milliseconds. */
  expiresAt: number
}

/** What a run knows of the organizations that it made; people may be members of others besides. */
export type State = {
  /** The role of everybody in every organization, by `<organization>/<name>`. */
  roles: Readonly<Record<string, OrganizationRole>>
  /** Where everybody works. */
  active: Readonly<Record<Name, string>>
  invitations: Readonly<Record<string, ModelInvitation>>
}

export const millisecondsPerDay = 24 * 60 * 60 * 1000
export const lifetimeInMilliseconds = 7 * millisecondsPerDay

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

/** Pending, not expired by the clock, and sent by somebody who is an administrator at this moment. */
export function isAlive(state: State, invitation: ModelInvitation, now: number): boolean {
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

/** The invitations that a list shows, by id, each with whom it is to and the role. */
export function pendingIn(state: State, organizationId: string, now: number): Record<string, string> {
  const pending = Object.entries(state.invitations).filter(
    ([, invitation]) => invitation.organizationId === organizationId && isAlive(state, invitation, now),
  )
  return Object.fromEntries(pending.map(([id, { to, role }]) => [id, `${to} ${role}`]).toSorted())
}

/** The same text for the same state, in whatever order it came about. What link was alive last no longer matters. */
export function fingerprintOf({ roles, active, invitations }: State): string {
  const seen = Object.entries(invitations).map(([id, { token, ...invitation }]) => [
    id,
    { ...invitation, token: invitation.status === 'pending' && token },
  ])
  return JSON.stringify(
    [roles, active, Object.fromEntries(seen)].map((part) => Object.entries(part).toSorted()),
  )
}
