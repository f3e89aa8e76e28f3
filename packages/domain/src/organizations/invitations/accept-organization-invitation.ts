import { ServiceError } from '@cairn/contract/errors/errors'
import { sessionHasEnded } from '../../accounts/auth/sessions/own-session.ts'
import type { SessionAccess, UserOrganizations } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { InvitationRecord } from '../../storage/table/entities/organizations/invitation.ts'
import type { MembershipRecord } from '../../storage/table/entities/organizations/membership.ts'
import { bySession } from '../audit/audit-entry.ts'
import { readOrganizationFacts, toOrganizationContextResponse } from '../context/organization-context.ts'
import { joiningTime } from '../rules.ts'
import { newUserWrites } from '../session/new-user.ts'
import {
  joinOrganization,
  newMembership,
  readAgain,
  readOrganizations,
  readUser,
  refusalToJoin,
} from '../session/user-organizations.ts'
import { isInvitationSecret, parseInvitationToken } from './link/invitation-token.ts'
import { invitationNotFound, invitedAddressOf } from './rules.ts'
import { acceptance } from './state/acceptance.ts'
import { isInviter, isVoid } from './state/inviter.ts'
import { findPendingInvitation } from './state/pending-invitation.ts'

/**
 * Accepts an invitation: the caller becomes a member, and the organization becomes the active one.
 *
 *   read ── not pending, expired, or another secret ──▶ 404 invitation_not_found
 *    ▲   ── void ─────────────────────────────────────▶ 404 invitation_not_found
 *    │   ── sent to another address ──────────────────▶ 403 invitation_email_mismatch
 *    │   ── already a member ─────────────────────────▶ 409 invitation_already_member
 *    │   ── a member of 100 others ───────────────────▶ 409 too_many_organizations
 *    │   ── otherwise, write ── committed ────────────▶ 200
 *    └──── lost race (accept, revoke, resend, another organization joined)
 *
 * If it is the first request of a new user, the transaction creates the user too, who gets no other organization. A refusal
 * then creates nothing: the user's next request does.
 *
 * The secret is checked first: without it, a caller learns nothing about an invitation. The write requires that the
 * invitation is not void. It is read in advance only to choose the error for a caller who is refused anyway.
 */
export const acceptOrganizationInvitation: Implementation<
  'acceptOrganizationInvitation',
  RequestContext
> = async (context, access, { body }) => {
  const { database, now } = context
  const { user } = access
  const { userKey } = access.stored
  const claim = parseInvitationToken(body.token)
  if (!claim) throw invitationNotFound()
  const { organizationId, invitationId, secret } = claim
  const counted = countAttempt(context, 'acceptInvitation', { provenUserId: user.id })

  const { credential } = bySession(context, access)
  let current = access
  return retryOnLostRace(database, async () => {
    const [invitation, before, facts] = await Promise.all([
      findPendingInvitation(context, organizationId, invitationId),
      readOrganizations(database, current),
      readOrganizationFacts(database, [organizationId]),
      counted,
    ])
    if (!invitation || facts.size === 0 || !isInvitationSecret(invitation, secret)) throw invitationNotFound()
    const refusal = refusalOf(access, before, invitation)
    if (refusal) throw (await isVoid(database, invitation)) ? invitationNotFound() : refusal
    // The inviter is no longer a member, so the invitation is void.
    if (isInviter(invitation, { userKey })) throw invitationNotFound()

    const joinedAt = joiningTime(now, before.memberships)
    const membership = newMembership(user, organizationId, invitation.role, joinedAt)
    const failed = await transact(database, {
      ...acceptance(context, user, invitation, membership, credential),
      ...userWrites(context, current, before, membership),
    })
    if (failed.includes('invitation')) return lostRace
    // The invitation is void, it expired by another instance's clock and its address has another invitation, or its organization
    // was deleted.
    if (failed.some((name) => name === 'inviter' || name === 'address' || name === 'organization')) {
      throw invitationNotFound()
    }
    if (failed.includes('membership')) throw alreadyMember()
    if (failed.length > 0) {
      // Without a user after all, the session has ended.
      if (current.isNew && !(await readUser(database, userKey))) throw sessionHasEnded()
      current = await readAgain(database, current)
      return lostRace
    }
    return {
      organizationId,
      role: membership.role,
      ...toOrganizationContextResponse(organizationId, {
        memberships: [...before.memberships, membership],
        facts: new Map([...before.facts, ...facts]),
      }),
    }
  })
}

/** The writes of the user's record, which a new user does not have yet. */
function userWrites(
  context: Context,
  { user, own, isNew }: SessionAccess,
  before: UserOrganizations,
  membership: MembershipRecord,
) {
  const { organizationId } = membership
  if (!isNew) {
    return {
      user: joinOrganization(before, membership),
      person: undefined,
      session: undefined,
    }
  }
  const { writes } = newUserWrites(context, user, { organizationId, sessionGeneration: own?.generation })
  return { ...writes, session: own?.unlessEnded }
}

/** Returns why the user cannot accept a pending invitation; undefined if the user can. */
function refusalOf(
  { user }: SessionAccess,
  organizations: UserOrganizations,
  invitation: InvitationRecord,
): ServiceError | undefined {
  if (invitation.email !== invitedAddressOf(user.email)) {
    return new ServiceError('invitation_email_mismatch', 'This invitation was sent to another email address.')
  }
  const { organizationId } = invitation
  return organizations.memberships.some((membership) => membership.organizationId === organizationId)
    ? alreadyMember()
    : refusalToJoin(organizations)
}

function alreadyMember(): ServiceError {
  return new ServiceError('invitation_already_member', 'You are already a member of this organization.')
}
