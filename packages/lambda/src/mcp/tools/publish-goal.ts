import { derivedKey } from '../derived-key.ts'
import { presentChangedGoal } from '../results/present-goal.ts'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const publishGoal: ToolHandler<'publish_goal'> = async (call, { idempotencyKey, ...body }) => {
  const key = idempotencyKey ?? derivedKey('publish_goal', body)
  const { goal } = await call.run('createGoal', { body }, key)
  return toolResult({ goal: presentChangedGoal(goal) }, { root: 'goal' })
}
