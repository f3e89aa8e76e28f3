import { ServiceError } from '@cairn/contract/errors'
import type { InputOf, OutputOf } from '@cairn/contract/registry'
import type { SessionAccess } from '../access.ts'
import type { Context } from '../context.ts'
import { keyOf } from '../keys.ts'
import {
  organizationContextOf,
  organizationIdsOf,
  readOrganizationNames,
} from '../organizations/organization-context.ts'
import { joiningTime } from '../organizations/rules.ts'
import { newMembership } from '../organizations/session-access.ts'
import { type Attempter, countAttempt } from '../rate-limits/attempts.ts'
import { lostRace, retryOnLostRace } from '../retry.ts'
import type { InvitationRecord } from '../table/invitation.ts'
import { membershipEntity } from '../table/membership.ts'
import { userEntity } from '../table/user.ts'
import { transact } from '../transaction.ts'
import { isInvitationSecret, parseInvitationToken } from './invitation-token.ts'
import { freeAddress } from './invited-address.ts'
import { inviterCheck, isInviter, isVoid } from './inviter.ts'
import { findPendingInvitation, replacePending } from './pending-invitation.ts'
import { invitedAddressOf } from './rules.ts'

/**
 * Accepts an invitation: the caller becomes a member, and the organization the active one.
 *
 *   read ── not pending, expired, or another secret ──▶ 404 invitation_not_found
 *    ▲   ── void ─────────────────────────────────────▶ 404 invitation_not_found
 *    │   ── sent to another address ──────────────────▶ 403 invitation_email_mismatch
 *    │   ── a member already ─────────────────────────▶ 409 invitation_already_member
 *    │   ── else write ── written ────────────────────▶ 200
 *    └── overtaken (accept, revoke, resend) ─┘
 *
 * The secret is looked at first: whoever does not have it learns nothing of an invitation but that. Whether it is void
 * is a condition of the write; only who is refused anyway has it read.
 */
export async function acceptOrganizationInvitation(
  context: Context,
  access: SessionAccess,
  { body }: InputOf<'acceptOrganizationInvitation'>,
  attempter: Attempter,
): Promise<OutputOf<'acceptOrganizationInvitation'>> {
  const { database, now } = context
  const { user } = access
  const userKey = keyOf(user.id)
  const claim = parseInvitationToken(body.token)
  if (!claim) throw invitationNotFound()
  const { organizationId, invitationId, secret } = claim
  const counted = countAttempt(context, attempter, 'acceptInvitation', { provenUserId: user.id })

  return retryOnLostRace(database, async () => {
    const [invitation, names] = await Promise.all([
      findPendingInvitation(context, organizationId, invitationId),
      readOrganizationNames(database, [...organizationIdsOf(access), organizationId]),
      counted,
    ])
    if (!invitation || !isInvitationSecret(invitation, secret)) throw invitationNotFound()
    const refusal = refusalOf(access, invitation)
    if (refusal) throw (await isVoid(database, invitation)) ? invitationNotFound() : refusal
    // No member any more: the inviter has left.
    if (isInviter(invitation, { userKey })) throw invitationNotFound()

    const membership = newMembership(
      user,
      organizationId,
      invitation.role,
      joiningTime(now, access.memberships),
    )
    const failed = await transact(database, {
      invitation: replacePending(database, invitation, { status: 'accepted', ttl: undefined }),
      membership: { Put: membershipEntity(database).create(membership).params() },
      inviter: inviterCheck(database, invitation),
      address: freeAddress(database, invitation),
      user: {
        Update: userEntity(database)
          .patch({ userKey })
          .set({ activeOrganizationId: organizationId })
          .params(),
      },
    })
    if (failed.includes('invitation')) return lostRace
    // It is void; or by another clock it had expired, and its address has another invitation.
    if (failed.includes('inviter') || failed.includes('address')) throw invitationNotFound()
    if (failed.includes('membership')) throw alreadyMember()
    if (failed.length > 0) return lostRace
    return {
      organizationId,
      role: membership.role,
      ...organizationContextOf(
        {
          activeOrganizationId: organizationId,
          memberships: [...access.memberships, membership],
        },
        names,
      ),
    }
  })
}

/** Why somebody may not accept an invitation that can be accepted. */
function refusalOf(access: SessionAccess, invitation: InvitationRecord): ServiceError | undefined {
  if (invitation.email !== invitedAddressOf(access.user.email)) {
    return new ServiceError('invitation_email_mismatch', 'This invitation was sent to another address.')
  }
  return organizationIdsOf(access).includes(invitation.organizationId) ? alreadyMember() : undefined
}

/** One answer for unknown, expired, revoked, void, used and replaced. */
function invitationNotFound(): ServiceError {
  return new ServiceError('invitation_not_found', 'This invitation is not valid any more. Ask for a new one.')
}

function alreadyMember(): ServiceError {
  return new ServiceError('invitation_already_member', 'You are a member of this organization already.')
}
