import type { getAnswer as declared } from '@cairn/contract/mcp/work/get-answer'
import { presentQuestion } from '../results/present-work.ts'
import { asksForPart, type Part, partResult } from '../results/read-part.ts'
import type { ReadOn, Source } from '../results/shorten.ts'
import { entriesThatFit, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'
import { questionAdvice } from './question-advice.ts'

/** With the call that returns the question whole. */
const bytesOfQuestion = 1_700

export const getAnswer: ToolHandler<typeof declared> = async (call, input) => {
  const { goalId, questionId, cursor, ...part } = input
  if (questionId !== undefined) return questionResult(call, { goalId, questionId }, part)
  const { maxKiB } = part
  const query = { cursor, limit: String(entriesThatFit(maxKiB, bytesOfQuestion)) }
  const { questions, nextCursor } = await call.run('listGoalQuestions', { params: { goalId }, query })
  const shown = questions.map(presentQuestion)
  const sources = new Map<object, Source>(
    shown.map((question) => [
      question,
      { readOn: { tool: 'get_answer', arguments: { goalId, questionId: question.id } } },
    ]),
  )
  return toolResult({ questions: shown, nextCursor }, { maxKiB, whole: ['questions'], sources })
}

/** Returns a question, or the part of it that is asked for. */
export async function questionResult(
  call: ToolCall,
  params: { goalId: string; questionId: string },
  part: Part,
) {
  const { question, pollAfterSeconds } = await call.run('getQuestion', { params })
  const presented = presentQuestion(question)
  const { maxKiB } = part
  const readOn: ReadOn = { tool: 'get_answer', arguments: { ...params, maxKiB } }
  if (asksForPart(part)) return partResult(presented, part, readOn)
  return toolResult(
    { question: presented, pollAfterSeconds, whatToDo: questionAdvice[question.state] },
    { maxKiB, root: { field: 'question', readOn } },
  )
}
