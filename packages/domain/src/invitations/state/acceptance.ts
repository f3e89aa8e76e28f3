import type { AuditCredential } from '@cairn/contract/schemas/audit'
import type { CanonicalUser } from '../../access.ts'
import { callerOfSession } from '../../access.ts'
import { recordEvents } from '../../changes/record-events.ts'
import type { Context } from '../../context.ts'
import { newEvent } from '../../events/new-event.ts'
import { organizationCheck } from '../../organizations/membership-check.ts'
import type { InvitationRecord } from '../../table/entities/invitation.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'
import { createRecord } from '../../table/entity/writes.ts'
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
    invitation: replacePending(database, invitation, { status: 'accepted', ttl: undefined }),
    membership: createRecord(database, membershipEntity, membership),
    inviter: inviterCheck(database, invitation),
    organization: organizationCheck(database, organizationId),
    address: freeAddress(database, invitation),
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
