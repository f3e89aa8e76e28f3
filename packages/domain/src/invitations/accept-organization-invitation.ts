import { ServiceError } from '@cairn/contract/errors'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { callerOfSession, type SessionAccess, type UserOrganizations } from '../access.ts'
import { recordEvents } from '../changes/record-events.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import { newEvent } from '../events/new-event.ts'
import type { Implementation } from '../operation.ts'
import {
  readOrganizationNames,
  toOrganizationContextResponse,
} from '../organizations/organization-context.ts'
import { joiningTime } from '../organizations/rules.ts'
import {
  joinOrganization,
  newMembership,
  readAgain,
  readOrganizations,
  refusalToJoin,
} from '../organizations/session/user-organizations.ts'
import { countAttempt } from '../rate-limits/rate-limiter.ts'
import type { RequestContext } from '../request-context.ts'
import type { InvitationRecord } from '../table/entities/invitation.ts'
import { type MembershipRecord, membershipEntity } from '../table/entities/membership.ts'
import { createRecord } from '../table/entity/writes.ts'
import { invitationEvent } from './invitation-event.ts'
import { isInvitationSecret, parseInvitationToken } from './invitation-token.ts'
import { invitedAddressOf } from './rules.ts'
import { freeAddress } from './state/invited-address.ts'
import { inviterCheck, isInviter, isVoid } from './state/inviter.ts'
import { findPendingInvitation, replacePending } from './state/pending-invitation.ts'

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

  let current = access
  return retryOnLostRace(database, async () => {
    const [invitation, before, names] = await Promise.all([
      findPendingInvitation(context, organizationId, invitationId),
      readOrganizations(database, current),
      readOrganizationNames(database, [organizationId]),
      counted,
    ])
    if (!invitation || !isInvitationSecret(invitation, secret)) throw invitationNotFound()
    const refusal = refusalOf(access, before, invitation)
    if (refusal) throw (await isVoid(database, invitation)) ? invitationNotFound() : refusal
    // The inviter is no longer a member, so the invitation is void.
    if (isInviter(invitation, { userKey })) throw invitationNotFound()

    const joinedAt = joiningTime(now, before.memberships)
    const membership = newMembership(user, organizationId, invitation.role, joinedAt)
    const failed = await transact(database, {
      invitation: replacePending(database, invitation, { status: 'accepted', ttl: undefined }),
      membership: createRecord(database, membershipEntity, membership),
      inviter: inviterCheck(database, invitation),
      address: freeAddress(database, invitation),
      user: joinOrganization(database, before, membership),
      change: recordEvents(database, {
        organizationId,
        events: [
          invitationEvent('invitation.accepted', access, now, invitation),
          joiningEvent(membership, now),
        ],
      }),
    })
    if (failed.includes('invitation')) return lostRace
    // The invitation is void, or it expired by another instance's clock and its address has another invitation.
    if (failed.includes('inviter') || failed.includes('address')) throw invitationNotFound()
    if (failed.includes('membership')) throw alreadyMember()
    if (failed.length > 0) {
      current = await readAgain(database, current)
      return lostRace
    }
    return {
      organizationId,
      role: membership.role,
      ...toOrganizationContextResponse(organizationId, {
        memberships: [...before.memberships, membership],
        names: new Map([...before.names, ...names]),
      }),
    }
  })
}

function joiningEvent({ userId, organizationId, role }: MembershipRecord, now: Date): Event {
  return newEvent('member.joined', { by: callerOfSession(userId, organizationId), now }, { userId, role })
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

/** The same error for unknown, expired, revoked, void, used and replaced invitations. */
function invitationNotFound(): ServiceError {
  return new ServiceError(
    'invitation_not_found',
    'This invitation is invalid or has expired. Ask for a new one.',
  )
}

function alreadyMember(): ServiceError {
  return new ServiceError('invitation_already_member', 'You are already a member of this organization.')
}
