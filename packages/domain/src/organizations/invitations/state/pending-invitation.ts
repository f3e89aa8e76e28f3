import { ServiceError } from '@cairn/contract/errors/errors'
import type { Context } from '../../../requests/context.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type InvitationRecord,
  invitationEntity,
} from '../../../storage/table/entities/organizations/invitation.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { invitationStatusAt } from '../rules.ts'
import type { AddressHolder } from './invited-address.ts'

/** Returns an invitation if it is pending and has not expired; undefined otherwise. Strongly consistent. */
export async function findPendingInvitation(
  { database, now }: Context,
  organizationId: string,
  invitationId: string,
): Promise<InvitationRecord | undefined> {
  const invitation = await readRecord(database, invitationEntity, { organizationId, invitationId })
  return invitation && invitationStatusAt(now, invitation) === 'pending' ? invitation : undefined
}

/**
 * Returns an invitation that was found pending.
 * @throws `invitation_not_pending` if it was not.
 */
export function requirePending(invitation: InvitationRecord | undefined): InvitationRecord {
  if (invitation) return invitation
  throw invitationNotPending()
}

export function invitationNotPending(): ServiceError {
  return new ServiceError(
    'invitation_not_pending',
    'The organization has no pending invitation with this id.',
  )
}

/**
 * Revokes a void invitation whose address is invited again. Its condition fails if the invitation is no longer pending.
 * Only the marker of its address was read, so the record is updated, not replaced.
 */
export function revokeVoid(holder: AddressHolder): TransactionItem {
  const { organizationId, invitationId, createdAt } = holder
  return {
    Update: invitationEntity
      .patch({ organizationId, invitationId })
      .set({ status: 'revoked', createdAt })
      .remove(['ttl'])
      .where((stored, { eq }) => `${eq(stored.createdAt, createdAt)} AND ${eq(stored.status, 'pending')}`),
  }
}

/**
 * Accepts, revokes or renews a pending invitation: replaces the record if it is still pending and has the same link.
 * The expiry never changes without the link. Of concurrent transitions, one succeeds.
 *
 * Replaces the whole record instead of updating it, so that every index key matches what was read and changed.
 */
export function replacePending(read: InvitationRecord, changes: Partial<InvitationRecord>): TransactionItem {
  return {
    Put: invitationEntity
      .put({ ...read, ...changes })
      .where(
        ({ status, tokenHash }, { eq }) => `${eq(status, 'pending')} AND ${eq(tokenHash, read.tokenHash)}`,
      ),
  }
}
