import { ServiceError } from '@cairn/contract/errors'
import { type Context, timestampOf } from '../context.ts'
import type { Database } from '../database.ts'
import { readRecord } from '../read-record.ts'
import { type InvitationRecord, invitationEntity } from '../table/invitation.ts'
import type { TransactionItem } from '../transaction-item.ts'
import { invitationStatusAt } from './rules.ts'

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

/** Throws `invitation_not_pending` where there is no such pending invitation in the organization. */
export async function requirePendingInvitation(
  context: Context,
  organizationId: string,
  invitationId: string,
): Promise<InvitationRecord> {
  const invitation = await findPendingInvitation(context, organizationId, invitationId)
  if (invitation) return invitation
  throw invitationNotPending()
}

export function invitationNotPending(): ServiceError {
  return new ServiceError('invitation_not_pending', 'The organization has no such pending invitation.')
}

/**
 * Every step out of `pending` (accept, revoke, resend): the record is replaced on condition that it still is what
 * was read, pending and with the same link, and that its time is not over. Of two steps at once one is written.
 *
 * It is replaced whole, not patched, so that the index of pending invitations loses what is pending no more.
 */
export function replacePending(
  database: Database,
  read: InvitationRecord,
  changes: Partial<InvitationRecord>,
  now: Date,
): TransactionItem {
  return {
    Put: invitationEntity(database)
      .put({ ...read, ...changes })
      .where(
        ({ status, tokenHash, expiresAt }, { eq, gt }) =>
          `${eq(status, 'pending')} AND ${eq(tokenHash, read.tokenHash)} AND ${gt(expiresAt, timestampOf(now))}`,
      )
      .params(),
  }
}
