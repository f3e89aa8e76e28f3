import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { goalViewEntity } from '../storage/table/entities/goal-views/goal-view.ts'
import { changerCheck, countOneLess, explainLostMembership, readChangeableView } from './view-record.ts'

/** Deletes a view, whatever its version: who deletes it has seen it. */
export const deleteGoalView: Implementation<'deleteGoalView'> = async (context, access, { params }) => {
  const { database } = context
  return retryOnLostRace(database, async () => {
    const read = await readChangeableView(database, access, params.goalViewId)
    const { view, membership } = read
    const failed = await transact(database, {
      authority: changerCheck(read),
      view: { Delete: goalViewEntity.remove(view) },
      count: countOneLess(view),
    })
    if (failed.includes('authority')) return explainLostMembership(database, membership, read)
    return failed.length > 0 ? lostRace : undefined
  })
}
