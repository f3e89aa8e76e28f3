/**
 * The marker that reserves an address for its one pending invitation. Every transaction that creates, renews or ends an
 * invitation writes it, so there are never two, even if the clocks of two instances disagree about the expiry of the
 * first.
 */
import { type Context, timestampOf } from '../../../requests/context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import type { InvitationRecord } from '../../../storage/table/entities/organizations/invitation.ts'
import { invitationAddressEntity } from '../../../storage/table/entities/organizations/invitation-address.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'

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
  return { organizationId, invitationId, role, invitedByUserId, createdAt }
}

/**
 * Reserves an address that is free, reserved by an expired invitation, or reserved by `holder`. Its condition fails if
 * another invitation is pending.
 */
export function takeAddress(invited: Invited, holder: AddressHolder | undefined, now: Date): TransactionItem {
  return {
    Put: invitationAddressEntity
      .put(markerOf(invited))
      .where(({ invitationId, expiresAt }, { eq, notExists, lte }) =>
        [
          notExists(expiresAt),
          lte(expiresAt, timestampOf(now)),
          ...(holder ? [eq(invitationId, holder.invitationId)] : []),
        ].join(' OR '),
      ),
  }
}

/** Updates the expiry to that of the invitation. Its condition fails if another invitation has reserved the address. */
export function keepAddress(invited: Invited): TransactionItem {
  return {
    Put: invitationAddressEntity
      .put(markerOf(invited))
      .where(({ invitationId }, { eq }) => eq(invitationId, invited.invitationId)),
  }
}

/** Frees the address. Its condition fails if another invitation has reserved it. */
export function freeAddress(
  invited: Pick<Invited, 'organizationId' | 'invitationId' | 'email'>,
): TransactionItem {
  return {
    Delete: invitationAddressEntity
      .remove(keyOfAddress(invited))
      .where(({ invitationId }, { eq }) => eq(invitationId, invited.invitationId)),
  }
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
