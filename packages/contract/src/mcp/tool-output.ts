/** The shapes that results of several tools share. Only the tool list and tests create them. */
import * as z from 'zod'
import { attentionReasons, goalHealths, goalStatuses } from '../goals/goal-words.ts'
import { lazy } from '../registry/lazy.ts'
import { notReadyReasons } from '../schemas/goals/goal-relations.ts'
import { matchPlaces } from '../schemas/goals/goals.ts'

const text = () => z.string()

/** A refused call. */
const toolError = lazy(() => z.looseObject({ code: text(), message: text(), whatToDo: text() }))

/** The parts that were left out, each with the call that returns it. A repeated argument in an error has none. */
const cuts = lazy(() =>
  z.array(
    z.object({
      path: text(),
      shown: z.int().optional(),
      total: z.int().optional(),
      kept: z.literal('newest').optional(),
      readOn: z.object({ tool: text(), arguments: z.looseObject({}) }).optional(),
    }),
  ),
)

/** The result of a tool. Everything is optional, because a refused call returns `error` only, and `notice` comes with texts. */
export function resultOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({
    notice: text().optional(),
    ...z.object(shape).partial().shape,
    cut: cuts().optional(),
    error: toolError().optional(),
  })
}

/** A goal in a list. */
export const listedGoal = lazy(() =>
  z.object({
    id: text(),
    title: text(),
    status: z.enum(goalStatuses),
    health: z.enum(goalHealths).nullable(),
    attention: z.array(z.enum(attentionReasons)),
    owner: text().nullable().optional(),
    labels: z.array(text()).optional(),
    match: z.object({ where: z.enum(matchPlaces), text: text() }).optional(),
    progress: z.number().nullable(),
    criteria: text(),
    dueOn: text().nullable(),
    nextReportDueAt: text().nullable(),
    lastReport: z.object({ at: text(), summary: text() }).nullable(),
    revision: z.int(),
    version: z.int(),
    ready: z.boolean(),
    notReady: z.array(z.enum(notReadyReasons)).optional(),
    parent: z.object({ id: text(), title: text() }).optional(),
    blockedBy: z.array(z.object({ id: text(), title: text(), status: z.enum(goalStatuses) })).optional(),
    claim: z.object({ by: text(), expiresAt: text() }).optional(),
    rollup: z.object({ goals: z.int(), completed: z.int(), progress: z.number().nullable() }).optional(),
  }),
)

/** The output of a tool that changes a goal. */
export const changedGoal = lazy(() =>
  z.object({
    id: text(),
    title: text(),
    revision: z.int(),
    version: z.int(),
    criteria: z.array(z.object({ id: text(), title: text() })),
    measures: z.array(z.object({ id: text(), title: text() })),
  }),
)
