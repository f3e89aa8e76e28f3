import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { namedActor } from './actors.ts'
import { nextCursor, pageQuery, uuidOutput } from './common.ts'
import { goalUsed } from './goals/goal-work.ts'

const day = lazy(() => z.iso.date('Use a day, such as 2026-11-20.'))

export const usageQuery = lazy(() =>
  z.strictObject({
    since: day().optional().meta({ description: 'The first day, in UTC. Default: 6 days before `until`.' }),
    until: day().optional().meta({ description: 'The last day, in UTC. Default: today.' }),
    by: z.enum(['goal', 'actor']).optional().meta({ description: 'What the sums are of. Default: `goal`.' }),
    ...pageQuery(),
  }),
)

export const usageEntry = lazy(() =>
  z
    .strictObject({
      goal: z
        .strictObject({ id: uuidOutput(), title: z.string().nullable() })
        .optional()
        .meta({ id: 'UsageGoal', description: 'With `by=goal`. Its title; `null` if it was deleted.' }),
      actor: namedActor().optional().meta({ description: 'With `by=actor`. `runId` is `null`.' }),
      used: goalUsed(),
    })
    .meta({ id: 'UsageEntry' }),
)
export type UsageEntry = z.infer<ReturnType<typeof usageEntry>>

export const usageResponse = lazy(() =>
  z.strictObject({ usage: z.array(usageEntry()), nextCursor: nextCursor() }).meta({ id: 'UsageResponse' }),
)
