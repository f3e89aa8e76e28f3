import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, maxKiB, readOn, readsOnly } from '../tool.ts'
import { resultOf } from '../tool-output.ts'

export const getGoal = defineTool({
  name: 'get_goal',
  title: 'Read a goal',
  description:
    'Use before you work or report on a goal. Returns description, criteria with ids and verdicts, measures with ids and values, owner, labels, and the `revision` and `version` that report_progress and edit_goal need. `path` and `offset` return `part`.',
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
