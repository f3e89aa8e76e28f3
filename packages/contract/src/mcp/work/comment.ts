import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { maximumCommentLength, maximumMentions } from '../../schemas/goals/goal-comments.ts'
import { adds, defineTool, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { creationKey } from '../tools/publish-goal.ts'

export const comment = defineTool({
  name: 'comment',
  title: 'Comment on a goal',
  description:
    'Use to tell people something that is neither a report nor a question. Who watches the goal is told. get_answer has replies. Safe to retry.',
  annotations: adds,
  operations: ['createGoalComment'],
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      text: say(z.string(), { description: 'Markdown', maxLength: maximumCommentLength }),
      reportRevision: say(z.int().optional(), { description: 'The report it is about', minimum: 1 }),
      mentionedUserIds: say(z.array(z.string()).optional(), { maxItems: maximumMentions }),
      idempotencyKey: creationKey(),
    }),
  ),
  output: lazy(() =>
    resultOf({
      comment: z.looseObject({ id: z.string(), goalId: z.string() }),
      toldCount: z.int(),
      repeated: z.boolean(),
    }),
  ),
})
