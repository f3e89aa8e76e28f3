import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { updateGoalRequest } from '../../schemas/goals/goals.ts'
import { changes, defineTool, say } from '../tool.ts'
import {
  editedCadence,
  editedCriteria,
  editedMeasures,
  listedBlockers,
  listedTimeframe,
} from '../tool-input.ts'
import { changedGoal, resultOf } from '../tool-output.ts'

export const editGoal = defineTool({
  name: 'edit_goal',
  title: 'Edit a goal',
  description:
    'Use to change what a goal says and where it belongs; status and health change by report_progress. Absent fields stay. Lists are replaced: send the `id` of each item to keep. At another version nothing is written: read `error.conflict`, then call with `conflict.version`. Safe to retry.',
  annotations: changes,
  operations: ['updateGoal'],
  input: lazy(() => {
    // Only people set budgets.
    const { title, budget: _, ...others } = updateGoalRequest().shape
    return z.strictObject({
      ...others,
      goalId: z.string(),
      expectedVersion: say(z.int().min(1), 'The `version` that you read'),
      title: say(title, { maxLength: 200 }),
      timeframe: listedTimeframe(['deadline', 'continuous', 'unspecified']).optional(),
      criteria: editedCriteria().optional(),
      measures: editedMeasures().optional(),
      cadence: editedCadence().nullable().optional(),
      blockedByGoalIds: listedBlockers().optional(),
      claimFence: z.int().optional(),
    })
  }),
  output: lazy(() => resultOf({ repeated: z.boolean(), goal: changedGoal() })),
})
