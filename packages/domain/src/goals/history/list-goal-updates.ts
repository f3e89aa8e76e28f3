import { accessPattern } from '../../database/query-records.ts'
import type { Implementation } from '../../operation.ts'
import { readPage } from '../../pagination/read-page.ts'
import { goalUpdateEntity } from '../../table/entities/goal-update.ts'
import { goalAuthority, requireVisible } from '../authority.ts'
import { readGoal } from '../read-goal.ts'
import { toGoalUpdateResponse } from './to-goal-update-response.ts'

export const listGoalUpdates: Implementation<'listGoalUpdates'> = async (
  context,
  access,
  { params, query },
) => {
  const { database } = context
  const { organizationId } = access
  const { goalId } = params
  const [role, goal, page] = await Promise.all([
    access.role,
    readGoal(database, organizationId, goalId),
    readPage(context, query, {
      binding: ['listGoalUpdates', organizationId, goalId],
      present: (updates) => updates.map(toGoalUpdateResponse),
      ...accessPattern(database, goalUpdateEntity, 'record', (entity, options) =>
        entity.query.record({ organizationId, goalId }).params({ ...options, consistent: true }),
      ),
    }),
  ])
  // Every goal has a history entry. If there is none, the goal was deleted between the two reads.
  const isDeleted = page.items.length === 0 && query.cursor === undefined
  requireVisible(goalAuthority(access, role), isDeleted ? null : goal)
  return { updates: page.items, nextCursor: page.nextCursor }
}
