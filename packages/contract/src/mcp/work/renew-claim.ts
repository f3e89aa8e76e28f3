import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { changes, defineTool, say } from '../tool.ts'
import { resultOf } from '../tool-output.ts'
import { lease } from './next-goal.ts'

export const fence = () => say(z.int().min(1), '`claim.fence`')

export const renewClaim = defineTool({
  name: 'renew_claim',
  title: 'Keep a goal',
  description:
    'Use while you work, at half of the lease. Returns the new `claim.expiresAt`. If refused with `goal_claim_lost`, stop: the goal may be with somebody else.',
  annotations: changes,
  operations: ['renewGoalClaim'],
  input: lazy(() =>
    z.strictObject({
      goalId: z.string(),
      fence: fence(),
      leaseSeconds: lease(),
      note: say(z.string().optional(), { description: 'What you do now, for people', maxLength: 500 }),
    }),
  ),
  output: lazy(() => resultOf({ claim: z.object({ fence: z.int(), expiresAt: z.string() }) })),
})
