import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumAskedUsers } from '@cairn/contract/schemas/goals/goal-questions'
import { readAdministrators } from '../../../organizations/members/administrators.ts'
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'

type Asker = Pick<Access, 'organizationId' | 'userId'>

/**
 * Reads whom a question goes to, in one round trip beside the goal. The returned function takes the goal's row. Without named users these
 * are the owner of the goal, otherwise the owners and admins, who come from an index.
 *
 * @param formerOwners  Owners of the goal who are known to be no members: their goals are about to be given away.
 */
export async function readAskedUsers(
  database: Database,
  { organizationId, userId }: Asker,
  named: readonly string[] | undefined,
  formerOwners: ReadonlySet<string>,
): Promise<(row: Pick<GoalRow, 'ownerUserId'>) => string[]> {
  if (named !== undefined) {
    const members = await Promise.all(
      named.map((id) => readRecord(database, membershipEntity, { userKey: keyOf(id), organizationId })),
    )
    return () => {
      if (members.includes(null)) throw memberNotFound()
      return [...named]
    }
  }
  const administrators = await readAdministrators(database, organizationId)
  return ({ ownerUserId }) => {
    if (ownerUserId !== undefined && !formerOwners.has(ownerUserId)) return [ownerUserId]
    const found = administrators.slice(0, maximumAskedUsers).map((member) => member.userId)
    // The index of a new organization may be behind. Somebody has to be asked.
    return found.length > 0 ? found : [userId]
  }
}

function memberNotFound(): ServiceError {
  return new ServiceError('member_not_found', 'Ask only members of the organization.')
}
