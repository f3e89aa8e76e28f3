/**
 * The marker of an address: whichever invitation it names is the one that may be pending for the address. It is
 * written in every transaction that makes, renews or ends an invitation, so that there are never two, also where
 * the clocks of two instances disagree about when the first one expired.
 */
import { timestampOf } from '../context.ts'
import type { Database } from '../database.ts'
import { keyOf } from '../keys.ts'
import type { InvitationRecord } from '../table/invitation.ts'
import { invitationAddressEntity } from '../table/invitation-address.ts'
import type { TransactionItem } from '../transaction-item.ts'

type Invited = Pick<InvitationRecord, 'organizationId' | 'invitationId' | 'email' | 'expiresAt'> & {
  ttl: number
}

function keyOfAddress({ organizationId, email }: Pick<Invited, 'organizationId' | 'email'>) {
  return { organizationId, emailKey: keyOf(email) }
}

/** Takes the address, from an expired invitation too; its condition fails where one is pending. */
export function takeAddress(database: Database, invited: Invited, now: Date): TransactionItem {
  return {
    Put: markerOf(database, invited)
      .where(
        ({ expiresAt }, { notExists, lte }) =>
          `${notExists(expiresAt)} OR ${lte(expiresAt, timestampOf(now))}`,
      )
      .params(),
  }
}

/** Moves the expiry along with the invitation's; its condition fails where another invitation has the address. */
export function keepAddress(database: Database, invited: Invited): TransactionItem {
  return {
    Put: markerOf(database, invited)
      .where(({ invitationId }, { eq }) => eq(invitationId, invited.invitationId))
      .params(),
  }
}

/** Frees the address; its condition fails where another invitation has it. */
export function freeAddress(
  database: Database,
  invited: Omit<Invited, 'expiresAt' | 'ttl'>,
): TransactionItem {
  return {
    Delete: invitationAddressEntity(database)
      .remove(keyOfAddress(invited))
      .where(({ invitationId }, { eq }) => eq(invitationId, invited.invitationId))
      .params(),
  }
}

function markerOf(database: Database, invited: Invited) {
  const { invitationId, expiresAt, ttl } = invited
  return invitationAddressEntity(database).put({ ...keyOfAddress(invited), invitationId, expiresAt, ttl })
}
