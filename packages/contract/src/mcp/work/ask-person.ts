import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { questionHours } from '../../schemas/goals/goal-questions.ts'
import { adds, defineTool, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { creationKey } from '../tools/publish-goal.ts'

/** A question as results have it. */
export const shownQuestion = lazy(() =>
  z.looseObject({ id: z.string(), goalId: z.string(), state: z.string(), answer: z.unknown() }),
)

export const askPerson = defineTool({
  name: 'ask_person',
  title: 'Ask a person',
  description:
    'Use when only a person can decide: an approval, a choice, something that you cannot know. They get an email, and may take hours. Meanwhile go on with what does not depend on it and renew_claim, or release_goal. Call get_answer after `pollAfterSeconds`. Safe to retry.',
  annotations: adds,
  // The second one ends a task.
  operations: ['askQuestion', 'withdrawQuestion'],
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      text: say(z.string(), { description: 'All that a reader must know, Markdown', maxLength: 4_000 }),
      options: say(z.array(say(z.string(), { maxLength: 100 })).optional(), {
        description: 'At least 2 answers to choose from',
        maxItems: 6,
      }),
      askedUserIds: say(z.array(z.string()).optional(), {
        description: 'Default: the owner of the goal',
        maxItems: 10,
      }),
      expiresInHours: say(z.int().optional(), {
        description: `Default ${questionHours.default}`,
        maximum: questionHours.maximum,
      }),
      idempotencyKey: creationKey(),
    }),
  ),
  output: lazy(() =>
    resultOf({
      question: shownQuestion(),
      pollAfterSeconds: z.int().nullable(),
      repeated: z.boolean(),
      whatToDo: z.string(),
    }),
  ),
})
