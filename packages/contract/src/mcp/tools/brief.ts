import * as z from 'zod'
import { lazy } from '../../lazy.ts'
import { defineTool, readsOnly, say } from '../tool.ts'
import { listedGoal, resultOf } from '../tool-output.ts'

export const brief = defineTool({
  name: 'brief',
  title: 'Brief me',
  description:
    'Start here, and again when you resume. Returns your active goals, most pressing first, with ids, revisions and why they need attention, and what happened since. Keep `cursor` and pass it as `since` next time to get only what is new.',
  annotations: readsOnly,
  operations: ['getBrief'],
  input: lazy(() =>
    z.strictObject({
      since: say(
        z.string().max(1_000).optional(),
        'Cursor of an earlier brief, or ISO time. Default: 7 days ago',
      ),
      limit: say(z.int().min(1).max(100).optional(), 'Of goals, and of events'),
    }),
  ),
  output: lazy(() =>
    resultOf({
      asOf: z.string(),
      organization: z.string(),
      goals: z.array(listedGoal()),
      moreGoals: z.boolean(),
      events: z.array(z.object({ at: z.string(), goalId: z.string().nullable(), text: z.string() })),
      moreEvents: z.boolean(),
      cursor: z.string(),
    }),
  ),
})
