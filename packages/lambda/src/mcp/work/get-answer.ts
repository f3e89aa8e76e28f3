import type { getAnswer as declared } from '@cairn/contract/mcp/work/get-answer'
import { bytesOfListedComment, commentCalls, presentComment } from '../results/present-comment.ts'
import { presentQuestion } from '../results/present-work.ts'
import { asksForPart, type Part, partResult } from '../results/read-part.ts'
import type { ReadOn, Source } from '../results/shorten.ts'
import { entriesThatFit, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'
import { questionAdvice } from './question-advice.ts'

/** With the call that returns the question whole. */
const bytesOfQuestion = 1_700

export const getAnswer: ToolHandler<typeof declared> = async (call, input) => {
  const { goalId, questionId, cursor, kind, commentId, ...part } = input
  if (commentId !== undefined) return commentResult(call, { goalId, commentId }, part)
  if (kind === 'comments') return commentsResult(call, goalId, cursor, part)
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

/** Returns what was said on a goal, newest first. */
async function commentsResult(call: ToolCall, goalId: string, cursor: string | undefined, { maxKiB }: Part) {
  const limit = String(entriesThatFit(maxKiB, bytesOfListedComment))
  const query = { cursor, order: 'desc', limit }
  const { comments, nextCursor } = await call.run('listGoalComments', { params: { goalId }, query })
  const shown = comments.map(presentComment)
  const sources = new Map<object, Source>(
    comments.map((comment, index) => [
      shown[index] as object,
      { readOn: commentCalls.work(comment, { maxKiB }) },
    ]),
  )
  return toolResult({ comments: shown, nextCursor }, { maxKiB, whole: ['comments'], sources })
}

/** Returns a comment, or the part of it that is asked for. */
async function commentResult(call: ToolCall, params: { goalId: string; commentId: string }, part: Part) {
  const { comment } = await call.run('getGoalComment', { params })
  const { maxKiB } = part
  const readOn = commentCalls.work(comment, { maxKiB })
  const presented = presentComment(comment)
  if (asksForPart(part)) return partResult(presented, part, readOn)
  return toolResult({ comment: presented }, { maxKiB, root: { field: 'comment', readOn } })
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
