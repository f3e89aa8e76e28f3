import type { OrganizationInvitation } from '@cairn/contract/schemas/people/invitations'
import type { InvitationRecord } from '../../storage/table/entities/organizations/invitation.ts'
import { invitationStatusAt } from './rules.ts'

/** An invitation as members see it, without its token. */
export function toOrganizationInvitationResponse(
  record: InvitationRecord,
  now: Date,
): OrganizationInvitation {
  const { invitationId, email, role, invitedByUserId, expiresAt, createdAt, bouncedAt = null } = record
  const status = invitationStatusAt(now, record)
  return {
    id: invitationId,
    email,
    role,
    status,
    invitedByUserId,
    expiresAt,
    createdAt,
    emailBouncedAt: bouncedAt,
  }
}
