import type { Event, EventType } from '@cairn/contract/schemas/feed/events'
import { newEvent } from '../../events/new-event.ts'
import { callerOfSession, type SessionAccess } from '../../requests/access.ts'
import type { InvitationRecord } from '../../storage/table/entities/organizations/invitation.ts'

type Invited = Pick<InvitationRecord, 'organizationId' | 'invitationId' | 'role'>

/** Returns the event of an invitation, by the caller. It does not name the address: only the list of invitations does. */
export function invitationEvent(
  type: Extract<EventType, `invitation.${string}`>,
  { user }: Pick<SessionAccess, 'user'>,
  now: Date,
  { organizationId, invitationId, role }: Invited,
): Event {
  return newEvent(type, { by: callerOfSession(user.id, organizationId), now }, { invitationId, role })
}
