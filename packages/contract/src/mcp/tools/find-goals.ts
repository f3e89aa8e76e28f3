import * as z from 'zod'
import { attentionReasons, goalHealths, goalStatuses } from '../../goals/goal-words.ts'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readsOnly, say } from '../tool.ts'
import { listedGoal, resultOf } from '../tool-output.ts'

export const findGoals = defineTool({
  name: 'find_goals',
  title: 'Find goals',
  description:
    'Use to find or survey goals. All filters must match. Returns short entries, last updated first; get_goal returns the texts. An empty page can have a `nextCursor`: go on.',
  annotations: readsOnly,
  operations: ['listGoals'],
  input: lazy(() =>
    z.strictObject({
      q: say(z.string().optional(), 'Starts of words in its texts'),
      status: z.array(z.enum(goalStatuses)).min(1).optional(),
      health: z
        .array(z.enum([...goalHealths, 'none']))
        .min(1)
        .optional(),
      owner: say(z.string().optional(), '`me`, `none` or a user id'),
      labelId: z.string().optional(),
      due: say(z.string().optional(), '`2026-Q4`, `2026-11`, `none`'),
      attention: z.enum(attentionReasons).optional(),
      parentGoalId: say(z.string().optional(), 'Goals directly below it; `none`: top goals'),
      ready: say(z.boolean().optional(), 'Can be worked on now'),
      blocked: say(z.boolean().optional(), 'Waits for others'),
      updatedSince: say(z.string().optional(), 'ISO time with zone'),
      limit: z.int().min(1).max(80).optional(),
      cursor: z.string().optional(),
      maxKiB: maxKiB(),
    }),
  ),
  output: lazy(() => resultOf({ goals: z.array(listedGoal()), nextCursor: z.string().nullable() })),
})
