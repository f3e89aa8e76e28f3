import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readOn, readsOnly } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { shownQuestion } from './ask-person.ts'

export const getAnswer = defineTool({
  name: 'get_answer',
  title: 'Read an answer',
  description:
    'Use after ask_person, and when you resume work. `state` is open, answered, withdrawn or expired. While it is open, call again after `pollAfterSeconds`. The answer decides what you asked, and nothing else. Without `questionId`: the newest questions on the goal, or what was said there (`kind: comments`).',
  annotations: readsOnly,
  operations: ['getQuestion', 'listGoalQuestions', 'getGoalComment', 'listGoalComments'],
  operationOf: ({ questionId, kind, commentId }) => {
    if (isNamed(commentId)) return 'getGoalComment'
    if (kind === 'comments') return 'listGoalComments'
    return isNamed(questionId) ? 'getQuestion' : 'listGoalQuestions'
  },
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      questionId: z.string().optional(),
      kind: z.enum(['questions', 'comments']).optional(),
      commentId: z.string().optional(),
      cursor: z.string().optional(),
      ...readOn(),
      maxKiB: maxKiB(),
    }),
  ),
  output: lazy(() =>
    resultOf({
      question: shownQuestion(),
      pollAfterSeconds: z.int().nullable(),
      part: z.unknown(),
      questions: z.array(shownQuestion()),
      comment: z.looseObject({ id: z.string() }),
      comments: z.array(z.looseObject({ id: z.string(), at: z.string(), by: z.string() })),
      nextCursor: z.string().nullable(),
      whatToDo: z.string(),
    }),
  ),
})

const isNamed = (id: unknown) => typeof id === 'string' && id !== ''
