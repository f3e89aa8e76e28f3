import { readNames } from '@cairn/domain/organizations/read-names'
import { presentGoal, usersOfGoal } from '../results/present-goal.ts'
import { partResult } from '../results/read-part.ts'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const getGoal: ToolHandler<'get_goal'> = async (call, { goalId, path, offset, maxKiB }) => {
  const { goal } = await call.run('getGoal', { params: { goalId } })
  const nameOf = await readNames(call.database, call.access.organizationId, usersOfGoal(goal))
  const presented = presentGoal(goal, nameOf)
  if (path !== undefined) return partResult(presented, { path, offset, maxKiB })
  return toolResult({ goal: presented }, { maxKiB, root: 'goal' })
}
