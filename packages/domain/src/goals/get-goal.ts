import type { Implementation } from '../requests/operation.ts'
import { readLabelDirectory } from './labels/read-goal-labels.ts'
import { readGoal } from './record/read-goal.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import { goalAuthority, requireVisible } from './rules/authority.ts'

export const getGoal: Implementation<'getGoal'> = async ({ database, now }, access, { params }) => {
  const { organizationId } = access
  const [role, stored, labelsOf] = await Promise.all([
    access.role,
    readGoal(database, organizationId, params.goalId),
    readLabelDirectory(database, organizationId),
  ])
  const goal = requireVisible(goalAuthority(access, role), stored)
  return { goal: toGoalResponse(goal, await labelsOf(goal.row.labelIds), now) }
}
