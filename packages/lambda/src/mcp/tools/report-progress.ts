import { derivedKey } from '../derived-key.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/**
 * Reports on a goal. Without a key of its own, a report is the same as another with the same content, of the same run, on the same
 * revision: who repeats a call gets the stored report, and who reports the same a week later reports again.
 */
export const reportProgress: ToolHandler<'report_progress'> = async (call, { goalId, ...report }) => {
  const { idempotencyKey, ...content } = report
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
