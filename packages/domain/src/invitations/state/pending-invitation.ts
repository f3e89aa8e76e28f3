import { ServiceError } from '@cairn/contract/errors'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import { type InvitationRecord, invitationEntity } from '../../table/entities/invitation.ts'
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
 * Only the marker of its address was read, so the record is patched, with the key of the index that it leaves.
 */
export function revokeVoid(database: Database, holder: AddressHolder): TransactionItem {
  const { organizationId, invitationId, createdAt } = holder
  return {
    Update: invitationEntity(database)
      .patch({ organizationId, invitationId })
      .set({ status: 'revoked' })
      .remove(['ttl'])
      .composite({ createdAt })
      .where(({ status }, { eq }) => eq(status, 'pending'))
      .params(),
  }
}

/**
 * Accepts, revokes or renews a pending invitation: replaces the record if it is still pending and has the same link.
 * The expiry never changes without the link. Of concurrent transitions, one succeeds.
 *
 * Replaces the whole record instead of patching it, so that the index of pending invitations loses those that no longer
 * are.
 */
export function replacePending(
  database: Database,
  read: InvitationRecord,
  changes: Partial<InvitationRecord>,
): TransactionItem {
  return {
    Put: invitationEntity(database)
      .put({ ...read, ...changes })
      .where(
        ({ status, tokenHash }, { eq }) => `${eq(status, 'pending')} AND ${eq(tokenHash, read.tokenHash)}`,
      )
      .params(),
  }
}
