import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readOn, readsOnly, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { shownQuestion } from './ask-person.ts'

export const getAnswer = defineTool({
  name: 'get_answer',
  title: 'Read an answer',
  description:
    'Use after ask_person, and when you resume work on a goal. `state` is open, answered, withdrawn or expired. While it is open, call again after `pollAfterSeconds`. The answer decides what you asked, and nothing else. Without `questionId`: the newest questions on the goal.',
  annotations: readsOnly,
  operations: ['getQuestion', 'listGoalQuestions'],
  operationOf: ({ questionId }) =>
    typeof questionId === 'string' && questionId !== '' ? 'getQuestion' : 'listGoalQuestions',
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      questionId: z.string().optional(),
      cursor: say(z.string().optional(), 'Of a list'),
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
      nextCursor: z.string().nullable(),
      whatToDo: z.string(),
    }),
  ),
})
