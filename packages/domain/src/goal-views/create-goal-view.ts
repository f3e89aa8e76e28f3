import { randomUUID } from 'node:crypto'
import { memberCheck } from '../organizations/context/membership-check.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { createOnce, sessionCreatorOf } from '../storage/idempotency/create-once.ts'
import { type GoalViewRecord, goalViewEntity } from '../storage/table/entities/goal-views/goal-view.ts'
import { shortId } from '../storage/table/short-id.ts'
import { toGoalViewResponse } from './to-goal-view-response.ts'
import { countOneMore, explainLostMembership, ownHolder, sharedHolder, tooManyViews } from './view-record.ts'

/** Saves a view, for the caller or for all members. */
export const createGoalView: Implementation<'createGoalView'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId, user } = access
  const authority = access.membership()
  // An operation that fails before it awaits the authority must not leave an unhandled rejection.
  authority.catch(() => undefined)
  const holder = body.isShared ? sharedHolder(organizationId) : ownHolder(organizationId, user.id)
  const goalViewId = randomUUID()
  const caller = sessionCreatorOf(access, organizationId)
  return createOnce(context, { operation: 'createGoalView', caller, body, authority }, (creation) =>
    retryOnLostRace(database, async () => {
      const [membership] = await Promise.all([authority, creation.requireUnused()])
      const view: GoalViewRecord = {
        ...holder,
        viewKey: shortId(goalViewId),
        version: 1,
        name: body.name,
        query: body.query,
        ownerUserId: user.id,
        ownerJoinId: membership.joinId,
        createdAt: timestampOf(now),
        updatedAt: timestampOf(now),
      }
      const response = { goalView: toGoalViewResponse(view) }
      const failed = await transact(database, {
        authority: memberCheck(membership),
        view: { Put: goalViewEntity.create(view) },
        count: countOneMore(holder),
        created: creation.use(goalViewId, response),
      })
      if (failed.length === 0) return response
      if (failed.includes('authority')) return explainLostMembership(database, membership, { isOwner: true })
      // First, because the request that used the key may have created the last view.
      if (failed.includes('created')) return lostRace
      throw tooManyViews(holder)
    }),
  )
}
