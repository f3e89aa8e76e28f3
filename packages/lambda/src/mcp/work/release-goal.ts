import type { releaseGoal as declared } from '@cairn/contract/mcp/work/release-goal'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const releaseGoal: ToolHandler<typeof declared> = async (call, { goalId, fence }) => {
  await call.run('releaseGoalClaim', { params: { goalId }, query: { fence: String(fence) } })
  return toolResult({ released: true })
}
