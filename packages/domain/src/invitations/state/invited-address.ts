/**
 * The marker of an address: whichever invitation it names is the one that may be pending for the address. It is
 * written in every transaction that makes, renews or ends an invitation, so that there are never two, also where
 * the clocks of two instances disagree about when the first one expired.
 */
import { type Context, timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import { type InvitationRecord, invitationEntity } from '../../table/entities/invitation.ts'
import { invitationAddressEntity } from '../../table/entities/invitation-address.ts'

type Invited = Omit<InvitationRecord, 'role' | 'status' | 'tokenHash' | 'ttl'> & { ttl: number }

/** The invitation that holds an address, as far as its marker knows it. */
export type AddressHolder = Pick<
  InvitationRecord,
  'organizationId' | 'invitationId' | 'invitedByUserId' | 'createdAt'
>

function keyOfAddress({ organizationId, email }: Pick<Invited, 'organizationId' | 'email'>) {
  return { organizationId, emailKey: keyOf(email) }
}

/** The unexpired invitation that holds the address, void or not; undefined where none does. Strongly consistent. */
export async function findAddressHolder(
  { database, now }: Context,
  invited: Pick<Invited, 'organizationId' | 'email'>,
): Promise<AddressHolder | undefined> {
  const { organizationId } = invited
  const marker = await readRecord(database, invitationAddressEntity, keyOfAddress(invited))
  if (!marker || marker.expiresAt <= timestampOf(now)) return undefined
  const { invitationId, invitedByUserId, createdAt } = marker
  if (invitedByUserId && createdAt) return { organizationId, invitationId, invitedByUserId, createdAt }
  return (await readRecord(database, invitationEntity, { organizationId, invitationId })) ?? undefined
}

/**
 * Takes the address where it is free, from an expired invitation too, or held by `holder`; its condition fails where
 * another one is pending.
 */
export function takeAddress(
  database: Database,
  invited: Invited,
  holder: AddressHolder | undefined,
  now: Date,
): TransactionItem {
  return {
    Put: markerOf(database, invited)
      .where(({ invitationId, expiresAt }, { eq, notExists, lte }) =>
        [
          notExists(expiresAt),
          lte(expiresAt, timestampOf(now)),
          ...(holder ? [eq(invitationId, holder.invitationId)] : []),
        ].join(' OR '),
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
  invited: Pick<Invited, 'organizationId' | 'invitationId' | 'email'>,
): TransactionItem {
  return {
    Delete: invitationAddressEntity(database)
      .remove(keyOfAddress(invited))
      .where(({ invitationId }, { eq }) => eq(invitationId, invited.invitationId))
      .params(),
  }
}

function markerOf(database: Database, invited: Invited) {
  const { invitationId, expiresAt, ttl, invitedByUserId, createdAt } = invited
  return invitationAddressEntity(database).put({
    ...keyOfAddress(invited),
    invitationId,
    expiresAt,
    ttl,
    invitedByUserId,
    createdAt,
  })
}
