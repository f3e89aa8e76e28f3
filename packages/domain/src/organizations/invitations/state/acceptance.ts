import type { AuditCredential } from '@cairn/contract/schemas/audit'
import { recordEvents } from '../../../background/changes/record-events.ts'
import { newEvent } from '../../../events/new-event.ts'
import type { CanonicalUser } from '../../../requests/access.ts'
import { callerOfSession } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { InvitationRecord } from '../../../storage/table/entities/organizations/invitation.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../../storage/table/entities/organizations/membership.ts'
import { organizationCheck } from '../../context/membership-check.ts'
import { invitationAuditEntry } from '../invitation-audit-entry.ts'
import { invitationEvent } from '../invitation-event.ts'
import { freeAddress } from './invited-address.ts'
import { inviterCheck } from './inviter.ts'
import { replacePending } from './pending-invitation.ts'

/**
 * The writes that accept a pending invitation, for the transaction that also adds the organization to the user's record.
 *
 * If `invitation` fails, the invitation was accepted, revoked or resent meanwhile; if `inviter` fails, it is void; if `address`
 * fails, it expired by another instance's clock and its address has another invitation; if `organization` fails, it was deleted; if
 * `membership` fails, the user is a member already.
 */
export function acceptance(
  context: Context,
  user: CanonicalUser,
  invitation: InvitationRecord,
  membership: MembershipRecord,
  credential: AuditCredential,
) {
  const { database, now } = context
  const { organizationId, userId, role } = membership
  const by = callerOfSession(userId, organizationId)
  return {
    invitation: replacePending(invitation, { status: 'accepted', ttl: undefined }),
    membership: { Put: membershipEntity.create(membership) },
    inviter: inviterCheck(invitation),
    organization: organizationCheck(organizationId),
    address: freeAddress(invitation),
    audit: invitationAuditEntry(context, { userId, credential }, 'invitation.accepted', invitation),
    change: recordEvents(database, {
      organizationId,
      events: [
        invitationEvent('invitation.accepted', { user }, now, invitation),
        newEvent('member.joined', { by, now }, { userId, role }),
      ],
    }),
  }
}
