import type { publishGoal as declared } from '@cairn/contract/mcp/tools/publish-goal'
import { creationKeyOf } from '../derived-key.ts'
import { presentChangedGoal } from '../results/present-goal.ts'
import type { ReadOn } from '../results/shorten.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const publishGoal: ToolHandler<typeof declared> = async (call, { idempotencyKey, ...body }) => {
  const key = creationKeyOf(call, idempotencyKey, 'publish_goal', body)
  const { goal } = await call.run('createGoal', { body }, key)
  const readOn: ReadOn = { tool: 'get_goal', arguments: { goalId: goal.id } }
  return toolResult(
    { ...repeatedIn(call), goal: presentChangedGoal(goal) },
    { root: { field: 'goal', readOn } },
  )
}
