import { hasTrait } from '../../goals/record/traits.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { MemberRemovalRecord } from '../../storage/table/entities/due/member-removal.ts'
import { goalWatchEntity } from '../../storage/table/entities/goals/conversation/goal-watch.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId, shortHash } from '../../storage/table/short-id.ts'

/**
 * Deletes what says which goals a removed member watches. What a new membership has written stays. Each is one transaction, and a repeated
 * pass does what is left.
 */
export async function endWatches(
  database: Database,
  { organizationKey, userId, createdAt }: MemberRemovalRecord,
): Promise<void> {
  const organizationId = longId(organizationKey)
  if (!(await hasTrait(database, organizationId, 'hasConversation'))) return
  const person = { organizationKey, userKey: shortHash(userId) }
  const watches = await queryAllRecords(database, goalWatchEntity, 'byPerson', person)
  // In this order: who returns after the watches were read has none of them.
  const membership = await readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId })
  const removedAt = membership ? Date.parse(createdAt) : Number.POSITIVE_INFINITY
  for (const watch of watches.filter(({ at }) => at <= removedAt)) {
    // If it fails, the goal was deleted, or somebody who has returned has changed it.
    await transact(database, {
      watch: { Delete: goalWatchEntity.remove(watch).where(({ at }, { eq }) => eq(at, watch.at)) },
    })
  }
}
