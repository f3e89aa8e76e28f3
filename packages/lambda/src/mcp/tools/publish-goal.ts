import { creationKeyOf } from '../derived-key.ts'
import { presentChangedGoal } from '../results/present-goal.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const publishGoal: ToolHandler<'publish_goal'> = async (call, { idempotencyKey, ...body }) => {
  const key = creationKeyOf(call, idempotencyKey, 'publish_goal', body)
  const { goal } = await call.run('createGoal', { body }, key)
  return toolResult({ ...repeatedIn(call), goal: presentChangedGoal(goal) }, { root: 'goal' })
}
