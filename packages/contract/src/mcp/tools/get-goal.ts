import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readOn, readsOnly } from '../tool.ts'
import { resultOf } from '../tool-output.ts'

export const getGoal = defineTool({
  name: 'get_goal',
  title: 'Read a goal',
  description:
    'Use before you work or report on a goal. Returns its texts, criteria (`confirmedBy`: who has checked that it is met) and measures with ids, `blockedBy` (to be finished first), why it is `notReady`, `claim` (who works on it), the last `handoff`, `rollup` of goals below, `revision` and `version` for report_progress and edit_goal. `path` and `offset` return `part`.',
  annotations: readsOnly,
  operations: ['getGoal'],
  input: lazy(() => z.strictObject({ goalId: z.string(), ...readOn(), maxKiB: maxKiB() })),
  output: lazy(() =>
    resultOf({
      goal: z.looseObject({
        id: z.string(),
        title: z.string(),
        detailedDescription: z.string(),
        revision: z.int(),
        version: z.int(),
        criteria: z.array(z.looseObject({ id: z.string(), title: z.string() })),
        measures: z.array(z.looseObject({ id: z.string(), title: z.string() })),
      }),
      part: z.unknown(),
    }),
  ),
})
