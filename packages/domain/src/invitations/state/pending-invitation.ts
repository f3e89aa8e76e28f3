import { ServiceError } from '@cairn/contract/errors'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import { type InvitationRecord, invitationEntity } from '../../table/entities/invitation.ts'
import { invitationStatusAt } from '../rules.ts'
import type { AddressHolder } from './invited-address.ts'

/**
 * An invitation that is pending and not over, strongly consistent; undefined where it is not, or never was.
 */
export async function findPendingInvitation(
  { database, now }: Context,
  organizationId: string,
  invitationId: string,
): Promise<InvitationRecord | undefined> {
  const invitation = await readRecord(database, invitationEntity, { organizationId, invitationId })
  return invitation && invitationStatusAt(now, invitation) === 'pending' ? invitation : undefined
}

/** Returns an invitation that was found pending; throws `invitation_not_pending` otherwise. */
export function requirePending(invitation: InvitationRecord | undefined): InvitationRecord {
  if (invitation) return invitation
  throw invitationNotPending()
}

export function invitationNotPending(): ServiceError {
  return new ServiceError('invitation_not_pending', 'The organization has no such pending invitation.')
}

/**
 * Ends a void invitation whose address is invited anew; its condition fails where it has ended already. Of the record,
 * only what its address's marker knows was read: it is patched, with the key of the index that it leaves.
 */
export function endVoid(database: Database, holder: AddressHolder): TransactionItem {
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
 * Every step out of `pending` (accept, revoke, resend): the record is replaced on condition that it still is what
 * was read, pending and with the same link; the expiry never changes without the link. Of two steps at once one is
 * written.
 *
 * It is replaced whole, not patched, so that the index of pending invitations loses what is pending no more.
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
