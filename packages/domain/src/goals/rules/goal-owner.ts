import { ServiceError } from '@cairn/contract/errors/errors'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'

/**
 * Whether a user can own goals of the organization: only its members can. The caller is known to be a member, and null
 * means no owner, so neither needs a read.
 */
export async function isPossibleOwner(
  database: Database,
  access: { userId: string; organizationId: string },
  ownerUserId: string | null | undefined,
): Promise<boolean> {
  if (ownerUserId == null || ownerUserId === access.userId) return true
  const membership = await readRecord(database, membershipEntity, {
    userKey: keyOf(ownerUserId),
    organizationId: access.organizationId,
  })
  return membership !== null
}

export function invalidGoalOwner(): ServiceError {
  return new ServiceError('invalid_goal_owner', 'The owner of a goal must be a member of the organization.')
}
