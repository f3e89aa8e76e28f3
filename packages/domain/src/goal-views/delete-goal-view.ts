import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { goalViewEntity } from '../table/entities/goal-views/goal-view.ts'
import { removeRecord } from '../table/entity/writes.ts'
import { changerCheck, countOneLess, explainLostMembership, readChangeableView } from './view-record.ts'

/** Deletes a view, whatever its version: who deletes it has seen it. */
export const deleteGoalView: Implementation<'deleteGoalView'> = async (context, access, { params }) => {
  const { database } = context
  return retryOnLostRace(database, async () => {
    const read = await readChangeableView(database, access, params.goalViewId)
    const { view, membership } = read
    const failed = await transact(database, {
      authority: changerCheck(database, read),
      view: removeRecord(database, goalViewEntity, view),
      count: countOneLess(database, view),
    })
    if (failed.includes('authority')) return explainLostMembership(database, membership, read)
    return failed.length > 0 ? lostRace : undefined
  })
}
