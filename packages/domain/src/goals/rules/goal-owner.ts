import { ServiceError } from '@cairn/contract/errors/errors'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'

/**
 * Whether a user can own or review goals of the organization: only its members can. The caller is known to be a member, and null
 * means nobody, so neither needs a read.
 */
export async function isMemberOrNobody(
  database: Database,
  access: { userId: string; organizationId: string },
  userId: string | null | undefined,
): Promise<boolean> {
  if (userId == null || userId === access.userId) return true
  const membership = await readRecord(database, membershipEntity, {
    userKey: keyOf(userId),
    organizationId: access.organizationId,
  })
  return membership !== null
}

export function invalidGoalOwner(): ServiceError {
  return new ServiceError('invalid_goal_owner', 'The owner of a goal must be a member of the organization.')
}

/** @throws `invalid_goal_reviewer` for an owner who would review the own goal, or a reviewer who is no member. */
export function requirePossibleReviewer(
  {
    ownerUserId,
    reviewerUserId,
  }: { ownerUserId?: string | null | undefined; reviewerUserId?: string | null | undefined },
  isMember: boolean,
): void {
  if (reviewerUserId == null) return
  const message =
    reviewerUserId === ownerUserId
      ? 'The owner of a goal cannot be its reviewer: name somebody else.'
      : 'The reviewer of a goal must be a member of the organization.'
  if (reviewerUserId === ownerUserId || !isMember) throw new ServiceError('invalid_goal_reviewer', message)
}
