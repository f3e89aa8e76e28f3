import type { Event } from '@cairn/contract/schemas/feed/events'
import { callerOfSession, type SessionAccess } from '../access.ts'
import { newEvent } from '../events/new-event.ts'
import type { InvitationRecord } from '../table/entities/invitation.ts'

type Invited = Pick<InvitationRecord, 'organizationId' | 'invitationId' | 'role'>

/** What happens to an invitation, by the caller. It does not name the address: only the list of invitations does. */
export function invitationEvent(
  type: 'invitation.created' | 'invitation.accepted' | 'invitation.revoked',
  { user }: Pick<SessionAccess, 'user'>,
  now: Date,
  { organizationId, invitationId, role }: Invited,
): Event {
  return newEvent(type, { by: callerOfSession(user.id, organizationId), now }, { invitationId, role })
}
