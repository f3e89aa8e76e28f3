import { ServiceError } from '@cairn/contract/errors/errors'
import type { OrganizationInvitation } from '@cairn/contract/schemas/people/invitations'
import { timestampOf } from '../../requests/context.ts'
import type { InvitationRecord } from '../../storage/table/entities/organizations/invitation.ts'

/** Returns the status of an invitation: a stored `pending` after `expiresAt` means `expired`. */
export function invitationStatusAt(
  now: Date,
  { status, expiresAt }: Pick<InvitationRecord, 'status' | 'expiresAt'>,
): OrganizationInvitation['status'] {
  return status === 'pending' && expiresAt <= timestampOf(now) ? 'expired' : status
}

/**
 * Returns the address of a provider's user in the form that invitations store. Only ASCII letters are lower-cased: full
 * case folding merges different addresses (the Kelvin sign becomes k), and only the mailbox that received an invitation
 * may open it.
 */
export function invitedAddressOf(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The same error for unknown, expired, revoked, void, used and replaced invitations. */
export function invitationNotFound(): ServiceError {
  return new ServiceError(
    'invitation_not_found',
    'This invitation is invalid or has expired. Ask for a new one.',
  )
}
