import * as z from 'zod'
import { lazy } from '../../lazy.ts'
import { createGoalRequest } from '../../schemas/goals.ts'
import { adds, defineTool, say } from '../tool.ts'
import { listedCadence, listedCriteria, listedMeasures, listedTimeframe } from '../tool-input.ts'
import { changedGoal, resultOf } from '../tool-output.ts'

/** The same arguments within 24 hours are a retry, unless another key says otherwise. */
export const creationKey = () =>
  say(z.string().optional(), 'Default: from the arguments: the same call within 24 hours is a retry')

export const publishGoal = defineTool({
  name: 'publish_goal',
  title: 'Publish a goal',
  description:
    'Use to create a goal: a result to reach, with criteria that a report can judge and measures with numbers. Returns ids, revision 1 and version 1. Safe to retry with the same arguments.',
  annotations: adds,
  operations: ['createGoal'],
  input: lazy(() => {
    const { title, detailedDescription, ownerUserId, labelIds } = createGoalRequest().shape
    return z.strictObject({
      title,
      detailedDescription: say(detailedDescription, 'Markdown'),
      timeframe: listedTimeframe(['deadline', 'continuous']),
      criteria: listedCriteria().optional(),
      measures: listedMeasures().optional(),
      cadence: listedCadence().optional(),
      ownerUserId: say(ownerUserId, 'Default: you'),
      labelIds,
      idempotencyKey: creationKey(),
    })
  }),
  output: lazy(() => resultOf({ repeated: z.boolean(), goal: changedGoal() })),
})
