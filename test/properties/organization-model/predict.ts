import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../support/requests/outcomes.ts'
import type { Exchange, ModelRequest, Told } from './requests.ts'
import {
  fingerprintOf,
  isAlive,
  lifetimeInMilliseconds,
  membersOf,
  pendingIn,
  roleOf,
  type State,
  withActive,
  withInvitation,
  withRole,
} from './state.ts'

/**
 * Refused: with one of these codes; the contract gives no order where two of them hold. Elsewise the state that a success
 * leaves, by what it told; undefined where it may not tell that.
 */
type Prediction = { refused: Outcome[] } | { next: (told: Told) => State | undefined }

const refusedWith = (...refused: (Outcome | false)[]): Prediction => ({
  refused: refused.filter((outcome) => outcome !== false),
})
const unchanged = (state: State, isRight: (told: Told) => boolean): Prediction => ({
  next: (told) => (isRight(told) ? state : undefined),
})

/** The contract, "Organizations" and "Invitations", and the service document, section 3. */
function predict(state: State, request: ModelRequest, now: number): Prediction {
  const { by } = request
  const organizationId = state.active[by]
  const mayNot = roleOf(state, by, organizationId) === 'member' && '403 organization_admin_required'
  switch (request.id) {
    case 'invite': {
      const { to, role } = request
      const others = Object.entries(state.invitations).filter(
        ([, other]) =>
          other.organizationId === organizationId && other.to === to && other.status === 'pending',
      )
      const isTaken = others.some(([, other]) => isAlive(state, other, now))
      if (mayNot || to === by) return refusedWith(mayNot, to === by && '400 invitation_self')
      if (isTaken) return refusedWith('409 invitation_already_pending')
      return {
        next: ({ invitationId, token, expiresAt }) => {
          if (!invitationId || !token || expiresAt !== now + lifetimeInMilliseconds) return undefined
          const status = 'pending' as const
          const invitation = { organizationId, by, to, role, status, token, expiresAt }
          // What the new one takes the address from has ended, whoever becomes an administrator again.
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
      if (mayNot) return refusedWith(mayNot)
      if (!invitation || invitation.organizationId !== organizationId || !isAlive(state, invitation, now)) {
        return refusedWith('403 invitation_not_pending')
      }
      if (request.id === 'revoke') {
        return { next: () => withInvitation(state, invitationId, { status: 'revoked' }) }
      }
      return {
        next: ({ invitationId: told, token, expiresAt }) => {
          if (told !== invitationId || !token || expiresAt !== now + lifetimeInMilliseconds) return undefined
          return withInvitation(state, invitationId, { token, expiresAt })
        },
      }
    }
    case 'accept':
      return predictAccept(state, request, now)
    case 'setRole': {
      const { whom, role } = request
      if (mayNot) return refusedWith(mayNot)
      const current = roleOf(state, whom, organizationId)
      if (current === undefined) return refusedWith('400 member_not_found')
      if (current === 'owner') return refusedWith('403 owner_role_immutable')
      return {
        next: (told) => (told.role === role ? withRole(state, whom, organizationId, role) : undefined),
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
      return mayNot ? refusedWith(mayNot) : { next: () => state }
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
  if (!found || !isAlive(state, found[1], now)) return refusedWith('404 invitation_not_found')
  const [invitationId, { organizationId, to, role }] = found
  const isMember = roleOf(state, by, organizationId) !== undefined
  if (to !== by || isMember) {
    return refusedWith(
      to !== by && '403 invitation_email_mismatch',
      isMember && '409 invitation_already_member',
    )
  }
  return {
    next: (told) => {
      const isRight =
        told.organizationId === organizationId &&
        told.activeOrganizationId === organizationId &&
        told.role === role
      if (!isRight) return undefined
      const joined = withRole(withActive(state, by, organizationId), by, organizationId, role)
      return withInvitation(joined, invitationId, { status: 'accepted' })
    },
  }
}

/** The state after one answered request; undefined where the contract does not allow that answer. */
function step(state: State, { request, answer }: Exchange, now: number): State | undefined {
  const prediction = predict(state, request, now)
  if ('refused' in prediction) return prediction.refused.includes(answer.outcome) ? state : undefined
  return answer.outcome === 'ok' ? prediction.next(answer.body) : undefined
}

/** Every state that requests at the same time may have left: one for each order that explains all answers. */
function linearize(state: State, exchanges: readonly Exchange[], now: number): State[] {
  if (exchanges.length === 0) return [state]
  return exchanges.flatMap((exchange, index) => {
    const next = step(state, exchange, now)
    return next ? linearize(next, exchanges.toSpliced(index, 1), now) : []
  })
}

/** The same from every state that there may have been before; none where no order explains the answers. */
export function statesAfter(states: readonly State[], exchanges: readonly Exchange[], now: number): State[] {
  const after = states.flatMap((state) => linearize(state, exchanges, now))
  return [...new Map(after.map((state) => [fingerprintOf(state), state])).values()]
}
