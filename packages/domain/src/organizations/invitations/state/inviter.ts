/**
 * An invitation is valid only while its inviter is an owner or admin of the organization. If the inviter was demoted or
 * removed, it is void and counts as revoked (contract, "Invitations"). It is valid again when the inviter is an
 * administrator again, unless its address was invited again in the meantime, which revokes it.
 *
 * A change of a role writes no invitations, because an inviter may have any number of them. Instead, every transition
 * out of `pending` requires the inviter's role.
 */
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import type { InvitationRecord } from '../../../storage/table/entities/organizations/invitation.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../../storage/table/entities/organizations/membership.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { administratorCheck, notAdministratorCheck } from '../../context/membership-check.ts'
import { readAdministrators } from '../../members/administrators.ts'

type Sent = Pick<InvitationRecord, 'organizationId' | 'invitedByUserId'>
type MembershipKey = Pick<MembershipRecord, 'userKey' | 'organizationId'>

function inviterOf({ organizationId, invitedByUserId }: Sent): MembershipKey {
  return { organizationId, userKey: keyOf(invitedByUserId) }
}

/** Whether the member sent the invitation. */
export function isInviter(invitation: Sent, { userKey }: Pick<MembershipKey, 'userKey'>): boolean {
  return inviterOf(invitation).userKey === userKey
}

/**
 * Fails if the invitation is void.
 *
 * @param checked  The membership that the transaction already checks: it must not contain a record twice.
 */
export function inviterCheck(invitation: Sent, checked?: MembershipKey): TransactionItem | undefined {
  if (checked && isInviter(invitation, checked)) return undefined
  return administratorCheck(inviterOf(invitation))
}

/** Fails unless the invitation is void. */
export function voidCheck(invitation: Sent): TransactionItem {
  return notAdministratorCheck(inviterOf(invitation))
}

/** Returns the membership of the inviter; undefined if the invitation is void. Strongly consistent. */
export async function findInviter(
  database: Database,
  invitation: Sent,
): Promise<MembershipRecord | undefined> {
  const inviter = await readRecord(database, membershipEntity, inviterOf(invitation))
  return inviter === null || inviter.role === 'member' ? undefined : inviter
}

/** Whether the invitation is void. Strongly consistent. */
export async function isVoid(database: Database, invitation: Sent): Promise<boolean> {
  return (await findInviter(database, invitation)) === undefined
}

/**
 * Returns a function that tells whether an invitation of a list is not void, by the index of members. It takes one
 * query for up to about two thousand administrators, in parallel with the query of the list.
 */
export async function readInviters(
  database: Database,
  organizationId: string,
): Promise<(invitation: Sent) => boolean> {
  const administrators = await readAdministrators(database, organizationId)
  const userIds = new Set(administrators.map(({ userId }) => userId))
  return ({ invitedByUserId }) => userIds.has(invitedByUserId)
}
