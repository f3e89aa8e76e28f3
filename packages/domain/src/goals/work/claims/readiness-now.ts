/** Whether a goal is ready at this moment, read consistently: what lists show may be some seconds old where the table has a stream. */
import type { GoalStatus } from '@cairn/contract/goals/goal-words'
import type { NotReadyReason } from '@cairn/contract/schemas/goals/goal-relations'
import type { Database } from '../../../storage/database/client.ts'
import { type GoalRow, goalKeyOf, goalRowEntity } from '../../../storage/table/entities/goals/goal-row.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { readRows } from '../../list/read-rows.ts'
import { isOpen } from '../../tree/following/rollup.ts'
import type { Family } from '../../tree/reading/family.ts'
import { notReadyReasonsOf } from '../../tree/reading/readiness.ts'
import { readChildren } from '../../tree/reading/relatives.ts'

/**
 * Returns why nobody can start on a goal, but for a claim on it. Sub-goals are read, and blockers if their copies say that one is open: that
 * all of them are closed is what the transaction requires (`closedBlockers`).
 */
export async function readNotReady(
  database: Database,
  row: GoalRow,
  { tree, neighbors }: Family,
): Promise<NotReadyReason[]> {
  const { organizationId, goalId, blockedByGoalIds } = row
  const copies = neighbors?.blockers ?? []
  const seemsBlocked = copies.some(({ id, status }) => blockedByGoalIds.includes(id) && isOpen(status))
  const [blockers, children] = await Promise.all([
    seemsBlocked ? statusesOf(database, organizationId, blockedByGoalIds) : [],
    tree?.below1 ? statusesOfChildren(database, organizationId, goalId) : [],
  ])
  return notReadyReasonsOf({
    status: row.status,
    isClaimed: false,
    blockers,
    openChildren: children.filter(isOpen).length,
  })
}

async function statusesOf(
  database: Database,
  organizationId: string,
  goalIds: Iterable<string>,
): Promise<GoalStatus[]> {
  const rows = await readRows(database, organizationId, goalIds)
  return rows.map(({ status }) => status)
}

async function statusesOfChildren(
  database: Database,
  organizationId: string,
  goalId: string,
): Promise<GoalStatus[]> {
  const children = await readChildren(database, organizationId, goalId)
  return statusesOf(
    database,
    organizationId,
    children.map(({ childKey }) => longId(childKey)),
  )
}

/** The name of a condition on a blocker. */
export const blockerCheck = 'blocker:'

/** Requires that every goal that a goal waits for is closed or gone. */
export function closedBlockers({
  organizationId,
  blockedByGoalIds,
}: Pick<GoalRow, 'organizationId' | 'blockedByGoalIds'>): Record<string, TransactionItem> {
  const closed: GoalStatus[] = ['completed', 'archived']
  return Object.fromEntries(
    blockedByGoalIds.map((goalId) => [
      `${blockerCheck}${goalId}`,
      {
        ConditionCheck: goalRowEntity
          .delete(goalKeyOf({ organizationId, goalId }))
          .where(({ status }, { eq, notExists }) =>
            [notExists(status), ...closed.map((one) => eq(status, one))].join(' OR '),
          ),
      },
    ]),
  )
}
