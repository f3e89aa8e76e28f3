import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { leaseSeconds } from '../../schemas/goals/goal-work.ts'
import { adds, defineTool, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'

/** How long a claim lasts, as a model sees it. */
export const lease = () =>
  say(z.int().optional(), {
    description: `Default ${leaseSeconds.default}`,
    minimum: leaseSeconds.minimum,
    maximum: leaseSeconds.maximum,
  })

export const nextGoal = defineTool({
  name: 'next_goal',
  title: 'Take a goal',
  description:
    'Start here: claims the most pressing goal that is ready, or `goalId`, so that nobody else works on it. Returns the goal, `claim` and `runId`. Send `claim.fence` with each call on the goal, and renew_claim before `claim.expiresAt`. Send the same `runId` with a repeated call: it returns the same goal. `goal: null`: nothing is ready; call again after `retryAfterSeconds`.',
  annotations: adds,
  operations: ['claimNextGoal', 'claimGoal'],
  operationOf: ({ goalId }) => (typeof goalId === 'string' && goalId !== '' ? 'claimGoal' : 'claimNextGoal'),
  input: lazy(() =>
    z.strictObject({
      runId: say(z.string().max(200).optional(), 'Names your run, and no other. Default: a new one'),
      goalId: say(z.string().optional(), 'This goal, without the filters below'),
      parentGoalId: say(z.string().optional(), 'Goals below it'),
      labelId: z.string().optional(),
      owner: say(z.string().optional(), '`me`, `none` or a user id'),
      q: say(z.string().optional(), 'Starts of words in its texts'),
      leaseSeconds: lease(),
      externalUrl: say(z.string().optional(), 'https: where people watch you work'),
    }),
  ),
  output: lazy(() =>
    resultOf({
      goal: z.looseObject({ id: z.string() }).nullable(),
      claim: z.object({ fence: z.int(), expiresAt: z.string() }),
      runId: z.string(),
      retryAfterSeconds: z.int(),
      repeated: z.boolean(),
      whatToDo: z.string(),
    }),
  ),
})
