import { accessPattern } from '../../database/query-records.ts'
import type { Implementation } from '../../operation.ts'
import { readPage } from '../../pagination/read-page.ts'
import { goalReportEntity } from '../../table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../table/entities/goals/goal-row.ts'
import { goalAuthority, requireVisible } from '../authority.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { toGoalUpdateResponse } from './entries.ts'

/** Lists the reports on a goal by revision. */
export const listGoalUpdates: Implementation<'listGoalUpdates'> = async (
  context,
  access,
  { params, query },
) => {
  const { database } = context
  const { organizationId } = access
  const { goalId } = params
  const { order = 'asc' } = query
  const key = goalKeyOf({ organizationId, goalId })
  const [role, goal, page] = await Promise.all([
    access.role,
    readGoalRow(database, organizationId, goalId),
    readPage(context, query, {
      binding: ['listGoalUpdates', organizationId, goalId, order],
      present: (updates) => updates.map(toGoalUpdateResponse),
      ...accessPattern(database, goalReportEntity, 'record', key, { order, consistent: true }),
    }),
  ])
  // Every goal has a history entry. If there is none, the goal was deleted between the two reads.
  const isDeleted = page.items.length === 0 && query.cursor === undefined
  requireVisible(goalAuthority(access, role), isDeleted ? null : goal)
  return { updates: page.items, nextCursor: page.nextCursor }
}
