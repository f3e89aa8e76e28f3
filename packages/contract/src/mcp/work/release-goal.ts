import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { changes, defineTool } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { fence } from './renew-claim.ts'

export const releaseGoal = defineTool({
  name: 'release_goal',
  title: 'Give a goal back',
  description:
    'Use if you stop before the goal is done, so that others can take it at once. Report first, with a `handoff`. A report that completes, pauses or archives the goal releases it by itself. Then call next_goal. Safe to retry.',
  annotations: changes,
  operations: ['releaseGoalClaim'],
  input: lazy(() => z.strictObject({ goalId: z.string(), fence: fence() })),
  output: lazy(() => resultOf({ released: z.boolean() })),
})
