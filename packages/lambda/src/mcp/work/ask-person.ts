import type { askPerson as declared } from '@cairn/contract/mcp/work/ask-person'
import { creationKeyOf } from '../derived-key.ts'
import { presentQuestion } from '../results/present-work.ts'
import { repeatedIn, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'
import { questionAdvice } from './question-advice.ts'

export const askPerson: ToolHandler<typeof declared> = async (call, { goalId, idempotencyKey, ...body }) => {
  const key = creationKeyOf(call, idempotencyKey, 'ask_person', { goalId, ...body })
  const asked = await call.run('askQuestion', { params: { goalId }, body }, key)
  const repeated = repeatedIn(call)
  const questionId = asked.question.id
  // A repeated call gets the first response, and somebody may have answered since. A token that may not read questions keeps that response.
  const { question, pollAfterSeconds } = repeated.repeated
    ? await call.run('getQuestion', { params: { goalId, questionId } }).catch(() => asked)
    : asked
  return toolResult(
    {
      ...repeated,
      question: presentQuestion(question),
      pollAfterSeconds,
      whatToDo: questionAdvice[question.state],
    },
    { root: { field: 'question', readOn: { tool: 'get_answer', arguments: { goalId, questionId } } } },
  )
}
