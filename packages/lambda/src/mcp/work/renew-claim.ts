import type { renewClaim as declared } from '@cairn/contract/mcp/work/renew-claim'
import { presentOwnClaim } from '../results/present-work.ts'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const renewClaim: ToolHandler<typeof declared> = async (call, { goalId, ...body }) => {
  const { claim } = await call.run('renewGoalClaim', { params: { goalId }, body })
  return toolResult({ claim: presentOwnClaim(claim) })
}
