import type { getGoal as declared } from '@cairn/contract/mcp/tools/get-goal'
import { readNames } from '@cairn/domain/organizations/context/read-names'
import { presentGoal, usersOfGoal } from '../results/present-goal.ts'
import { asksForPart, partResult } from '../results/read-part.ts'
import type { ReadOn } from '../results/shorten.ts'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const getGoal: ToolHandler<typeof declared> = async (call, { goalId, ...part }) => {
  const { goal } = await call.run('getGoal', { params: { goalId } })
  const nameOf = await readNames(call.database, call.access.organizationId, usersOfGoal(goal))
  const presented = presentGoal(goal, nameOf)
  const { maxKiB } = part
  const readOn: ReadOn = { tool: 'get_goal', arguments: { goalId, maxKiB } }
  if (asksForPart(part)) return partResult(presented, part, readOn)
  return toolResult({ goal: presented }, { maxKiB, root: { field: 'goal', readOn } })
}
