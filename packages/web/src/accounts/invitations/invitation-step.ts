import type { OutputOf } from '@cairn/contract'
import type { Session, SessionOrganization } from '../session/session-type.ts'

export type Invitation = OutputOf<'previewOrganizationInvitation'>

export type Known = {
  token: string
  /** How people sign in. Undefined while it is loading, like the others. */
  method: 'email' | 'redirect' | undefined
  /** Null if it cannot be accepted. */
  invitation: Invitation | null | undefined
  /** Null if nobody is signed in. */
  session: Session | null | undefined
}

export type InvitationStep =
  | { kind: 'loading' }
  /** The person is a member: the first sign-in of an account that was made from the invitation has accepted it. */
  | { kind: 'open'; organization: SessionOrganization }
  | { kind: 'dead' }
  | { kind: 'sign-in'; invitation: Invitation }
  /** The session is unknown with a provider that signs in elsewhere. */
  | { kind: 'accept'; invitation: Invitation; session?: Session }
  | { kind: 'mismatch'; invitation: Invitation; session: Session }

/**
 * Whether the page of an invitation asks for the session.
 *
 * With a provider that signs in elsewhere it does not: the first request of a new person would create an organization of their
 * own, unless it accepts the invitation. It asks if the invitation cannot be accepted: perhaps the sign-in there has done that.
 */
export function asksForSession({ method, invitation }: Pick<Known, 'method' | 'invitation'>): boolean {
  return method === 'email' || invitation === null
}

/** Returns what the page of an invitation shows, or does. */
export function invitationStep({ token, method, invitation, session }: Known): InvitationStep {
  const isSessionKnown = session !== undefined || !asksForSession({ method, invitation })
  if (invitation === undefined || method === undefined || !isSessionKnown) return { kind: 'loading' }
  // The token begins with the organization's id.
  const [organizationId] = token.split('_')
  const organization = session?.organizations.find(({ id }) => id === organizationId)
  if (organization) return { kind: 'open', organization }
  if (invitation === null) return { kind: 'dead' }
  if (method === 'redirect') return { kind: 'accept', invitation }
  if (!session) return { kind: 'sign-in', invitation }
  const isFor = session.user.email.toLowerCase() === invitation.email.toLowerCase()
  return isFor ? { kind: 'accept', invitation, session } : { kind: 'mismatch', invitation, session }
}
