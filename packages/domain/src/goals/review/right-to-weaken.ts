/** The right of a reviewer or an administrator as a condition of a write: who has lost it by then changes nothing. */
import { ServiceError } from '@cairn/contract/errors/errors'
import { administratorCheck, memberCheck } from '../../organizations/context/membership-check.ts'
import { type Caller, membershipNotFound } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace } from '../../storage/database/retry.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import type { NeededRight } from './verification.ts'

type User = Pick<Caller, 'userId' | 'organizationId'>

/** Fails if the caller has lost the right. That of a reviewer is in the goal's row, beside a membership. */
export function rightItem(user: User, right: NeededRight | 'member'): TransactionItem | undefined {
  if (right === undefined) return undefined
  const membership = membershipOf(user)
  return right === 'administrator' ? administratorCheck(membership) : memberCheck(membership)
}

/**
 * Explains why a right was lost: throws `membership_not_found`, or `denied` for a former administrator. Returns `lostRace` if the caller has
 * it again.
 */
export async function settleRight(
  database: Database,
  user: User,
  right: NeededRight | 'member',
  denied = new ServiceError('permission_denied', 'You are not allowed to change this goal.'),
): Promise<typeof lostRace> {
  const membership = await readRecord(database, membershipEntity, membershipOf(user))
  if (!membership) throw membershipNotFound()
  if (right === 'administrator' && membership.role === 'member') throw denied
  return lostRace
}

function membershipOf({ userId, organizationId }: User) {
  return { userKey: keyOf(userId), organizationId }
}
