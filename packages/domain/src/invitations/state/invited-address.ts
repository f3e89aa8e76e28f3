/**
 * The marker that reserves an address for its one pending invitation. Every transaction that creates, renews or ends an
 * invitation writes it, so there are never two, even if the clocks of two instances disagree about the expiry of the
 * first.
 */
import { type Context, timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { type InvitationRecord, invitationEntity } from '../../table/entities/invitation.ts'
import { invitationAddressEntity } from '../../table/entities/invitation-address.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { putRecord, removeRecord } from '../../table/entity/writes.ts'

type Invited = Omit<InvitationRecord, 'status' | 'tokenHash' | 'ttl'> & { ttl: number }

/** The part of the invitation that reserves an address, as stored in the marker. */
export type AddressHolder = Pick<
  InvitationRecord,
  'organizationId' | 'invitationId' | 'role' | 'invitedByUserId' | 'createdAt'
>

/** The key of what reserves an address. */
export function keyOfAddress({ organizationId, email }: Pick<Invited, 'organizationId' | 'email'>) {
  return { organizationId, emailKey: keyOf(email) }
}

/**
 * Returns the unexpired invitation that reserves the address, even if it is void; undefined if there is none. Strongly
 * consistent.
 */
export async function findAddressHolder(
  { database, now }: Context,
  invited: Pick<Invited, 'organizationId' | 'email'>,
): Promise<AddressHolder | undefined> {
  const { organizationId } = invited
  const marker = await readRecord(database, invitationAddressEntity, keyOfAddress(invited))
  if (!marker || marker.expiresAt <= timestampOf(now)) return undefined
  const { invitationId, role, invitedByUserId, createdAt } = marker
  if (role && invitedByUserId && createdAt) {
    return { organizationId, invitationId, role, invitedByUserId, createdAt }
  }
  return (await readRecord(database, invitationEntity, { organizationId, invitationId })) ?? undefined
}

/**
 * Reserves an address that is free, reserved by an expired invitation, or reserved by `holder`. Its condition fails if
 * another invitation is pending.
 */
export function takeAddress(
  database: Database,
  invited: Invited,
  holder: AddressHolder | undefined,
  now: Date,
): TransactionItem {
  return putRecord(
    database,
    invitationAddressEntity,
    markerOf(invited),
    ({ invitationId, expiresAt }, { eq, notExists, lte }) =>
      [
        notExists(expiresAt),
        lte(expiresAt, timestampOf(now)),
        ...(holder ? [eq(invitationId, holder.invitationId)] : []),
      ].join(' OR '),
  )
}

/** Updates the expiry to that of the invitation. Its condition fails if another invitation has reserved the address. */
export function keepAddress(database: Database, invited: Invited): TransactionItem {
  return putRecord(database, invitationAddressEntity, markerOf(invited), ({ invitationId }, { eq }) =>
    eq(invitationId, invited.invitationId),
  )
}

/** Frees the address. Its condition fails if another invitation has reserved it. */
export function freeAddress(
  database: Database,
  invited: Pick<Invited, 'organizationId' | 'invitationId' | 'email'>,
): TransactionItem {
  return removeRecord(database, invitationAddressEntity, keyOfAddress(invited), ({ invitationId }, { eq }) =>
    eq(invitationId, invited.invitationId),
  )
}

function markerOf(invited: Invited) {
  const { invitationId, role, expiresAt, ttl, invitedByUserId, createdAt } = invited
  return {
    ...keyOfAddress(invited),
    invitationId,
    role,
    expiresAt,
    ttl,
    invitedByUserId,
    createdAt,
  }
}
