import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { defineTool, readsOnly, say } from '../tool.ts'
import { listedGoal, resultOf } from '../tool-output.ts'

export const brief = defineTool({
  name: 'brief',
  title: 'Brief me',
  description:
    'Start here, and again when you resume. Returns questions to your person, `toReview` (reports that they may confirm), `mentions`, your active goals, most pressing first, with reasons, and what others did since, by goal. `cursor` as `since` returns what is new, at once while `moreEvents` is true.',
  annotations: readsOnly,
  operations: ['getBrief'],
  input: lazy(() =>
    z.strictObject({
      since: say(
        z.string().max(1_000).optional(),
        'Cursor of an earlier brief, or ISO time. Default: 7 days ago',
      ),
      goalsCursor: say(z.string().max(1_000).optional(), 'Of an earlier brief: returns further goals'),
      runId: say(z.string().max(200).optional(), 'Your run, whose events are left out'),
      limit: z.int().min(1).max(100).optional(),
    }),
  ),
  output: lazy(() =>
    resultOf({
      asOf: z.string(),
      organization: z.string(),
      questions: z.array(z.looseObject({ id: z.string(), goalId: z.string() })),
      toReview: z.array(z.looseObject({ goal: z.looseObject({ id: z.string() }), revision: z.int() })),
      mentions: z.array(z.looseObject({ goalId: z.string() })),
      goals: z.array(listedGoal()),
      moreGoals: z.boolean(),
      goalsCursor: z.string().nullable(),
      events: z.array(
        z.object({
          goalId: z.string().nullable(),
          happened: z.array(z.object({ at: z.string(), text: z.string() })),
        }),
      ),
      moreEvents: z.boolean(),
      cursor: z.string(),
    }),
  ),
})
