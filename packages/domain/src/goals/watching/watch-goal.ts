import type { SessionAccess } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { goalWatchEntity } from '../../storage/table/entities/goals/conversation/goal-watch.ts'
import { goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { putRecord } from '../../storage/table/entity.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { hasTrait, traitItem } from '../record/traits.ts'
import { goalNotFound } from '../rules/authority.ts'
import { watchOf } from './watch-record.ts'

/** Lets the caller watch a goal. Repeating it changes nothing. */
export const watchGoal: Implementation<'watchGoal'> = (context, access, { params }) =>
  setWatching(context, access, params.goalId, true)

/** Stores whether the caller watches a goal, also where that follows from the goal: what somebody has said stays if its owner changes. */
export async function setWatching(
  { database, now }: Context,
  { organizationId, user, membership }: SessionAccess,
  goalId: string,
  watching: boolean,
): Promise<undefined> {
  const watch = watchOf({ organizationId, goalId }, user.id, watching, now)
  return retryOnLostRace(database, async () => {
    const [, row, stored, isKnown] = await Promise.all([
      membership(),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalWatchEntity, watch),
      hasTrait(database, organizationId, 'hasConversation'),
    ])
    if (!row) throw goalNotFound()
    if (stored?.watching === watching) return undefined
    const failed = await transact(database, {
      watch: { Put: putRecord(goalWatchEntity, watch) },
      // Whatever is written before the goal is deleted is deleted with it.
      goal: { ConditionCheck: goalRowEntity.remove(watch) },
      trait: isKnown ? undefined : traitItem(organizationId, 'hasConversation'),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}
