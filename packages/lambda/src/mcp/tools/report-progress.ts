import type { reportProgress as declared } from '@cairn/contract/mcp/tools/report-progress'
import { derivedKey } from '../derived-key.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/**
 * Reports on a goal. Without a key of its own, a report is the same as another with the same content, of the same run, on the same
 * revision: who repeats a call gets the stored report, and who reports the same a week later reports again.
 */
export const reportProgress: ToolHandler<typeof declared> = async (call, { goalId, ...report }) => {
  // The fence is not part of what is reported: a run that has claimed the goal anew repeats its report with another one.
  const { idempotencyKey, claimFence: _, ...content } = report
  const { update } = await call.run('createGoalUpdate', {
    params: { goalId },
    body: {
      ...report,
      idempotencyKey: idempotencyKey ?? derivedKey(call, 'report_progress', { goalId, ...content }),
      clientInfo: call.clientInfo,
    },
  })
  const { id, revision, version, createdAt, status, summary, hash } = update
  return toolResult({
    ...repeatedIn(call),
    update: { id, goalId, revision, version, createdAt, status, summary, hash },
  })
}
