import type { OrganizationInvitation } from '@cairn/contract/schemas/invitations'
import { timestampOf } from '../context.ts'
import type { InvitationRecord } from '../table/entities/invitation.ts'

/** The status of an invitation at a moment: one that is still `pending` when its time is over has expired. */
export function invitationStatusAt(
  now: Date,
  { status, expiresAt }: Pick<InvitationRecord, 'status' | 'expiresAt'>,
): OrganizationInvitation['status'] {
  return status === 'pending' && expiresAt <= timestampOf(now) ? 'expired' : status
}

/**
 * An address of a provider's user in the form in which invitations hold addresses. Only ASCII letters are
 * lower-cased: full case folding makes one address out of two (the Kelvin sign becomes k), and an invitation must
 * open to no other mailbox than the one it was sent to.
 */
export function invitedAddressOf(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
