import type { InputOf } from '@cairn/contract/registry/registry'
import type { SessionAccess } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import {
  type GoalViewRecord,
  goalViewEntity,
  sharedViews,
} from '../storage/table/entities/goal-views/goal-view.ts'
import type { TransactionItem } from '../storage/table/entity.ts'
import { toGoalViewResponse } from './to-goal-view-response.ts'
import {
  type ChangeableView,
  changerCheck,
  countOneLess,
  countOneMore,
  explainLostMembership,
  ownerRequired,
  ownHolder,
  readChangeableView,
  sharedHolder,
  tooManyViews,
} from './view-record.ts'

/** Changes a view. Sharing it, or no longer sharing it, moves its record. A change to what is there already writes nothing. */
export const updateGoalView: Implementation<'updateGoalView'> = async (context, access, { params, body }) => {
  const { database, now } = context
  return retryOnLostRace(database, async () => {
    const read = await readChangeableView(database, access, params.goalViewId)
    const { view, membership, isOwner } = read
    const holder = holderAfter(read, access, body)
    const { name = view.name, query = view.query } = body
    const moves = holder.holderKey !== view.holderKey
    if (!moves && name === view.name && query === view.query) return { goalView: toGoalViewResponse(view) }
    const next = {
      ...view,
      ...holder,
      name,
      query,
      // A returned member who changes a view owns it from then on: it is not treated as left behind (`end-views.ts`).
      ...(isOwner && { ownerJoinId: membership.joinId }),
      version: view.version + 1,
      updatedAt: timestampOf(now),
    }
    const failed = await transact<string>(database, {
      authority: changerCheck(read),
      ...(moves ? move(view, next) : { view: replace(view, next) }),
    })
    if (failed.length === 0) return { goalView: toGoalViewResponse(next) }
    if (failed.includes('authority')) return explainLostMembership(database, membership, read)
    if (failed.length === 1 && failed.includes('counted')) throw tooManyViews(holder)
    return lostRace
  })
}

/**
 * Returns the audience of the view after the change.
 * @throws `goal_view_owner_required`: nobody takes away what somebody else shares, but by deleting it.
 */
function holderAfter(
  { view, isOwner }: ChangeableView,
  { organizationId, user }: SessionAccess,
  { isShared = view.holderKey === sharedViews }: InputOf<'updateGoalView'>['body'],
) {
  if (isShared) return sharedHolder(organizationId)
  if (isOwner) return ownHolder(organizationId, user.id)
  throw ownerRequired('Only its owner can stop sharing a view. An owner or admin can delete it.')
}

function replace(view: GoalViewRecord, next: GoalViewRecord): TransactionItem {
  return { Put: goalViewEntity.put(next).where(({ version }, { eq }) => eq(version, view.version)) }
}

function move(view: GoalViewRecord, next: GoalViewRecord): Record<string, TransactionItem> {
  return {
    left: { Delete: goalViewEntity.remove(view).where(({ version }, { eq }) => eq(version, view.version)) },
    view: { Put: goalViewEntity.create(next) },
    uncounted: countOneLess(view),
    counted: countOneMore(next),
  }
}
