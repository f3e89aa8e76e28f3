/**
 * An invitation counts only while its inviter is an owner or admin of the organization. One whose inviter was demoted or
 * is no member any more is void: it counts as revoked (contract, "Invitations"). It counts again once the inviter is an
 * administrator again, unless its address was invited anew in between, which ends it.
 *
 * A change of role writes nothing here, since an inviter may have any number of invitations. Instead, every step out of
 * `pending` is conditional on the inviter's role.
 */
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { accessPattern, type Position } from '../../database/query-records.ts'
import { readRecord } from '../../database/read-record.ts'
import type { TransactionItem } from '../../database/transaction-item.ts'
import { administratorCheck, notAdministratorCheck } from '../../organizations/membership-check.ts'
import { administratorSorts } from '../../organizations/rules.ts'
import type { InvitationRecord } from '../../table/entities/invitation.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'

type Sent = Pick<InvitationRecord, 'organizationId' | 'invitedByUserId'>
type MembershipKey = Pick<MembershipRecord, 'userKey' | 'organizationId'>

function inviterOf({ organizationId, invitedByUserId }: Sent): MembershipKey {
  return { organizationId, userKey: keyOf(invitedByUserId) }
}

/** Whether somebody sent the invitation. */
export function isInviter(invitation: Sent, { userKey }: Pick<MembershipKey, 'userKey'>): boolean {
  return inviterOf(invitation).userKey === userKey
}

/**
 * Fails where the invitation is void.
 *
 * @param checked  Whose role is a condition of the same transaction already, which takes no record twice.
 */
export function inviterCheck(
  database: Database,
  invitation: Sent,
  checked?: MembershipKey,
): TransactionItem | undefined {
  if (checked && isInviter(invitation, checked)) return undefined
  return administratorCheck(database, inviterOf(invitation))
}

/** Fails where the invitation is not void. */
export function voidCheck(database: Database, invitation: Sent): TransactionItem {
  return notAdministratorCheck(database, inviterOf(invitation))
}

/** Whether the invitation is void, strongly consistent. */
export async function isVoid(database: Database, invitation: Sent): Promise<boolean> {
  const inviter = await readRecord(database, membershipEntity, inviterOf(invitation))
  return inviter === null || inviter.role === 'member'
}

/**
 * Tells the invitations of a list that are void from the others, by the index of members: one query, which runs beside
 * that of the list, for some two thousand administrators.
 */
export async function readInviters(
  database: Database,
  organizationId: string,
): Promise<(invitation: Sent) => boolean> {
  const administrators = accessPattern(database, membershipEntity, 'byOrganization', (entity, options) =>
    entity.query
      .byOrganization({ organizationId })
      .between({ memberSort: administratorSorts.from }, { memberSort: administratorSorts.to })
      .params(options),
  )
  const userIds = new Set<string>()
  let cursor: Position | null = null
  do {
    const page = await administrators.query({ cursor })
    for (const { userId } of page.data) userIds.add(userId)
    cursor = page.cursor
  } while (cursor !== null)
  return ({ invitedByUserId }) => userIds.has(invitedByUserId)
}
