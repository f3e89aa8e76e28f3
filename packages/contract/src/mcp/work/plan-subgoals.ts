import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { adds, defineTool, say } from '../tool.ts'
import { listedCriteria, listedMeasures } from '../tool-input.ts'
import { resultOf } from '../tool-output.ts'

/** How many goals one call creates. */
export const maximumPlannedGoals = 20

export const planSubgoals = defineTool({
  name: 'plan_subgoals',
  title: 'Split a goal',
  description:
    'Use to split a goal into sub-goals that others can take. `key` names a sub-goal within the plan, `blockedBy` what to finish before it. Returns what exists in `created` and what does not in `failed`: correct that, then call again with the whole plan. What exists is not created twice. Then release_goal, and next_goal with `parentGoalId`.',
  annotations: adds,
  operations: ['createGoal'],
  input: lazy(() =>
    z.strictObject({
      goalId: say(z.string(), 'The goal to split'),
      subgoals: say(
        z
          .array(
            z.strictObject({
              key: say(z.string().min(1).max(40), { maxLength: 40 }),
              title: say(z.string(), { maxLength: 200 }),
              detailedDescription: say(z.string(), 'Markdown'),
              blockedBy: say(z.array(z.string()).optional(), {
                description: 'Keys, or ids of other goals',
                maxItems: 20,
              }),
              criteria: listedCriteria().optional(),
              measures: listedMeasures().optional(),
              targetDate: say(z.string().optional(), 'YYYY-MM-DD'),
              labelIds: z.array(z.string()).optional(),
              ownerUserId: say(z.string().optional(), 'Default: you'),
            }),
          )
          .min(1)
          .max(maximumPlannedGoals),
        { maxItems: maximumPlannedGoals },
      ),
    }),
  ),
  output: lazy(() =>
    resultOf({
      created: z.array(z.object({ key: z.string(), id: z.string(), repeated: z.boolean().optional() })),
      failed: z.array(z.object({ key: z.string(), code: z.string(), whatToDo: z.string() })),
      whatToDo: z.string(),
    }),
  ),
})
