import type { comment as declared } from '@cairn/contract/mcp/work/comment'
import { creationKeyOf } from '../derived-key.ts'
import { presentOwnComment } from '../results/present-comment.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

export const comment: ToolHandler<typeof declared> = async (call, { goalId, idempotencyKey, ...body }) => {
  const key = creationKeyOf(call, idempotencyKey, 'comment', { goalId, ...body })
  const written = await call.run('createGoalComment', { params: { goalId }, body }, key)
  return toolResult({
    ...repeatedIn(call),
    comment: presentOwnComment(written.comment),
    toldCount: written.notifiedUserIds.length,
  })
}
