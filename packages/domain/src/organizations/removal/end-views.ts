import { countOneLess, ownHolder, readViews, sharedHolder } from '../../goal-views/view-record.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { MemberRemovalRecord } from '../../storage/table/entities/due/member-removal.ts'
import { type GoalViewRecord, goalViewEntity } from '../../storage/table/entities/goal-views/goal-view.ts'
import { goalViewCountEntity } from '../../storage/table/entities/goal-views/goal-view-count.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import type { Where } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'

/**
 * Deletes the own views that a removed member has left, and leaves the shared ones without an owner. Views of a new membership stay.
 * Each is one transaction, and a repeated pass does what is left. If one fails, somebody has just deleted the view, or its owner has returned
 * and changed it.
 */
export async function endViews(
  database: Database,
  { organizationKey, userId }: Pick<MemberRemovalRecord, 'organizationKey' | 'userId'>,
): Promise<void> {
  const organizationId = longId(organizationKey)
  const holder = ownHolder(organizationId, userId)
  const own = await readViews(database, holder)
  const shared = await readViews(database, sharedHolder(organizationId))
  // In this order: who returns after the views were read has none of them. One after the other, so that requests have the table too.
  const member = { userKey: keyOf(userId), organizationId }
  const membership = await readRecord(database, membershipEntity, member)
  const isLeft = ({ ownerUserId, ownerJoinId }: GoalViewRecord) =>
    ownerUserId === userId && !(membership && membership.joinId === ownerJoinId)
  for (const view of own.filter(isLeft)) {
    await transact(database, {
      view: { Delete: goalViewEntity.remove(view).where(isUnclaimed(view)) },
      count: countOneLess(view),
    })
  }
  for (const view of shared.filter(isLeft)) {
    await transact(database, {
      view: {
        Update: goalViewEntity
          .patch(view)
          .add({ version: 1 })
          .remove(['ownerUserId', 'ownerJoinId'])
          .where(isUnclaimed(view)),
      },
    })
  }
  if (membership || !(await readRecord(database, goalViewCountEntity, holder))) return
  await transact(database, {
    count: { Delete: goalViewCountEntity.remove(holder).where(({ count }, { eq }) => eq(count, 0)) },
  })
}

/** Whether the view still belongs to the membership that has ended. */
function isUnclaimed({ ownerUserId = '', ownerJoinId }: GoalViewRecord): Where<typeof goalViewEntity> {
  return (stored, { eq, notExists }) =>
    [
      eq(stored.ownerUserId, ownerUserId),
      ownerJoinId === undefined ? notExists(stored.ownerJoinId) : eq(stored.ownerJoinId, ownerJoinId),
    ].join(' AND ')
}
