import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../../support/requests/outcomes.ts'
import type { Content, Exchange, ModelRequest } from './requests.ts'
import {
  fingerprintOf,
  isValid,
  lifetimeMilliseconds,
  membersOf,
  pendingIn,
  roleOf,
  type State,
  withActive,
  withInvitation,
  withRole,
} from './state.ts'

/**
 * Either a refusal with one of several codes, because the contract sets no order for errors that apply together. Or a
 * success: `next` returns the state after it, or undefined if the response is wrong.
 */
type Prediction = { refused: Outcome[] } | { next: (content: Content) => State | undefined }

const refusedWith = (...refused: (Outcome | false)[]): Prediction => ({
  refused: refused.filter((outcome) => outcome !== false),
})
const unchanged = (state: State, isRight: (content: Content) => boolean): Prediction => ({
  next: (content) => (isRight(content) ? state : undefined),
})

/**
 * Predicts the response to a request, from the sections "Organizations" and "Invitations" of the contract and section 3 of
 * the service document.
 */
function predict(state: State, request: ModelRequest, now: number): Prediction {
  const { by } = request
  const organizationId = state.active[by]
  const notAdmin = roleOf(state, by, organizationId) === 'member' && '403 organization_admin_required'
  switch (request.id) {
    case 'invite': {
      const { to, role } = request
      const others = Object.entries(state.invitations).filter(
        ([, other]) =>
          other.organizationId === organizationId && other.to === to && other.status === 'pending',
      )
      const isTaken = others.some(([, other]) => isValid(state, other, now))
      if (notAdmin || to === by) return refusedWith(notAdmin, to === by && '400 invitation_self')
      if (isTaken) return refusedWith('409 invitation_already_pending')
      return {
        next: ({ invitationId, token, expiresAt }) => {
          if (!invitationId || !token || expiresAt !== now + lifetimeMilliseconds) return undefined
          const status = 'pending' as const
          const invitation = { organizationId, by, to, role, status, token, expiresAt }
          // A new invitation revokes the earlier invalid ones to the address, so a new promotion cannot restore them.
          const ended = others.reduce(
            (before, [id]) => withInvitation(before, id, { status: 'revoked' }),
            state,
          )
          return withInvitation(ended, invitationId, invitation)
        },
      }
    }
    case 'resend':
    case 'revoke': {
      const { invitationId } = request
      const invitation = state.invitations[invitationId]
      if (notAdmin) return refusedWith(notAdmin)
      if (!invitation || invitation.organizationId !== organizationId || !isValid(state, invitation, now)) {
        return refusedWith('403 invitation_not_pending')
      }
      if (request.id === 'revoke') {
        return { next: () => withInvitation(state, invitationId, { status: 'revoked' }) }
      }
      return {
        next: ({ invitationId: resentId, token, expiresAt }) => {
          if (resentId !== invitationId || !token || expiresAt !== now + lifetimeMilliseconds)
            return undefined
          return withInvitation(state, invitationId, { token, expiresAt })
        },
      }
    }
    case 'accept':
      return predictAccept(state, request, now)
    case 'setRole': {
      const { whom, role } = request
      if (notAdmin) return refusedWith(notAdmin)
      const current = roleOf(state, whom, organizationId)
      if (current === undefined) return refusedWith('400 member_not_found')
      if (current === 'owner') return refusedWith('403 owner_role_immutable')
      return {
        next: (content) => (content.role === role ? withRole(state, whom, organizationId, role) : undefined),
      }
    }
    case 'switch': {
      const { organizationId: wanted } = request
      if (roleOf(state, by, wanted) === undefined) return refusedWith('403 membership_not_found')
      return {
        next: ({ activeOrganizationId }) =>
          activeOrganizationId === wanted ? withActive(state, by, wanted) : undefined,
      }
    }
    case 'rename':
      return notAdmin ? refusedWith(notAdmin) : { next: () => state }
    case 'listMembers':
      return unchanged(state, ({ members }) =>
        isDeepStrictEqual(sorted(members), sorted(membersOf(state, organizationId))),
      )
    case 'listInvitations':
      return unchanged(state, ({ pending }) =>
        isDeepStrictEqual(pending, pendingIn(state, organizationId, now)),
      )
    case 'context':
      return unchanged(state, ({ activeOrganizationId, roles }) => {
        const known = Object.entries(roles ?? {}).every(
          ([id, role]) => (roleOf(state, by, id) ?? role) === role,
        )
        const own = Object.keys(state.roles).filter((key) => key.endsWith(`/${by}`))
        const isComplete = own.every((key) => roles?.[key.slice(0, -by.length - 1)] === state.roles[key])
        return activeOrganizationId === organizationId && known && isComplete
      })
  }
}

const sorted = (record: object = {}) => Object.entries(record).toSorted()

function predictAccept(
  state: State,
  { by, token }: ModelRequest & { id: 'accept' },
  now: number,
): Prediction {
  const found = Object.entries(state.invitations).find(([, invitation]) => invitation.token === token)
  if (!found || !isValid(state, found[1], now)) return refusedWith('404 invitation_not_found')
  const [invitationId, { organizationId, to, role }] = found
  const isMember = roleOf(state, by, organizationId) !== undefined
  if (to !== by || isMember) {
    return refusedWith(
      to !== by && '403 invitation_email_mismatch',
      isMember && '409 invitation_already_member',
    )
  }
  return {
    next: (content) => {
      const isRight =
        content.organizationId === organizationId &&
        content.activeOrganizationId === organizationId &&
        content.role === role
      if (!isRight) return undefined
      const joined = withRole(withActive(state, by, organizationId), by, organizationId, role)
      return withInvitation(joined, invitationId, { status: 'accepted' })
    },
  }
}

/** The state after a request; undefined if the contract does not allow the response. */
function step(state: State, { request, response }: Exchange, now: number): State | undefined {
  const prediction = predict(state, request, now)
  if ('refused' in prediction) return prediction.refused.includes(response.outcome) ? state : undefined
  return response.outcome === 'ok' ? prediction.next(response.body) : undefined
}

/** The possible states after concurrent requests: one for each order that explains all responses. */
function linearize(state: State, exchanges: readonly Exchange[], now: number): State[] {
  if (exchanges.length === 0) return [state]
  return exchanges.flatMap((exchange, index) => {
    const next = step(state, exchange, now)
    return next ? linearize(next, exchanges.toSpliced(index, 1), now) : []
  })
}

/** The possible states after concurrent requests from any of the given states; empty if no order explains the responses. */
export function statesAfter(states: readonly State[], exchanges: readonly Exchange[], now: number): State[] {
  const after = states.flatMap((state) => linearize(state, exchanges, now))
  return [...new Map(after.map((state) => [fingerprintOf(state), state])).values()]
}
