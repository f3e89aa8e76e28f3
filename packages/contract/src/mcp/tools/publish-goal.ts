import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { createGoalRequest } from '../../schemas/goals/goals.ts'
import { adds, defineTool, say } from '../tool.ts'
import {
  listedBlockers,
  listedCadence,
  listedCriteria,
  listedMeasures,
  listedTimeframe,
} from '../tool-input.ts'
import { changedGoal, resultOf } from '../tool-output.ts'

/** The same arguments within 24 hours are a retry, unless another key says otherwise. */
export const creationKey = () => say(z.string().optional(), 'Has a default')

export const publishGoal = defineTool({
  name: 'publish_goal',
  title: 'Publish a goal',
  description:
    'Use to create a goal: a result to reach, with criteria that a report can judge and measures with numbers. Safe to retry.',
  annotations: adds,
  operations: ['createGoal'],
  input: lazy(() => {
    // Only people set budgets.
    const {
      title,
      detailedDescription,
      ownerUserId,
      verification,
      budget: _,
      ...others
    } = createGoalRequest().shape
    return z.strictObject({
      ...others,
      title: say(title, { maxLength: 200 }),
      detailedDescription: say(detailedDescription, 'Markdown'),
      timeframe: listedTimeframe(['deadline', 'continuous']),
      criteria: listedCriteria().optional(),
      measures: listedMeasures().optional(),
      cadence: listedCadence().optional(),
      blockedByGoalIds: listedBlockers().optional(),
      ownerUserId: say(ownerUserId, 'Default: you'),
      verification: say(verification, 'other_person: others confirm first'),
      idempotencyKey: creationKey(),
    })
  }),
  output: lazy(() => resultOf({ repeated: z.boolean(), goal: changedGoal() })),
})
