/** How goals belong together: parents, blockers, and what follows from both. */
import * as z from 'zod'
import { maximumBlockers } from '../../goals/relation-limits.ts'
import { lazy } from '../../registry/lazy.ts'
import { problem, uuid, uuidOutput } from '../common.ts'
import { areUnique } from './goal-criteria.ts'
import { goalHealths, goalStatus, goalStatuses } from './goal-values.ts'

export { maximumAncestors, maximumBlockers, maximumChildren } from '../../goals/relation-limits.ts'

const countOf = <const Names extends readonly string[]>(names: Names) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, z.int().min(0)])) as Record<Names[number], z.ZodInt>,
  )

const share = lazy(() => z.number().min(0).max(1))

export const goalRollup = lazy(() =>
  z
    .strictObject({
      children: z.int().min(0).meta({ description: 'Goals directly below the goal.' }),
      descendants: z.int().min(0).meta({ description: 'All goals below the goal.' }),
      byStatus: countOf(goalStatuses).meta({ description: 'The descendants by status.' }),
      byHealth: countOf([...goalHealths, 'none']).meta({
        description: 'The active descendants by health.',
      }),
      progress: share().nullable().meta({
        description:
          'The mean of the children, weighted by `rollupWeight`: 1 for a completed one, the progress of its roll-up for one with children, otherwise its own. Archived children and those without a value do not count. `null` without any value or weight.',
      }),
    })
    .meta({ id: 'GoalRollup' }),
)
export type GoalRollup = z.infer<ReturnType<typeof goalRollup>>

export const goalAncestor = lazy(() =>
  z.strictObject({ id: uuidOutput(), title: z.string() }).meta({ id: 'GoalAncestor' }),
)

export const goalBlocker = lazy(() =>
  z.strictObject({ id: uuidOutput(), title: z.string(), status: goalStatus() }).meta({ id: 'GoalBlocker' }),
)

/** Why a goal is not ready to be worked on, in this order. */
export const notReadyReasons = ['status', 'claimed', 'blocked', 'subgoals'] as const
export type NotReadyReason = (typeof notReadyReasons)[number]

export const notReady = lazy(() =>
  z.array(z.enum(notReadyReasons)).meta({
    description:
      'Why the goal is not ready: it is not active, somebody has claimed it, it waits for an active or paused goal, or it has an active or paused sub-goal. Absent if it is ready.',
  }),
)

/** The parent that a request sets. */
export const writtenParent = lazy(() =>
  uuid().nullable().meta({ description: 'The goal above. `null`: none.' }),
)

/** The blockers that a request sets. */
export const writtenBlockers = lazy(() =>
  z
    .array(uuid())
    .max(maximumBlockers, `Name at most ${maximumBlockers} goals.`)
    .refine(areUnique, problem('List each goal only once.', 'repeated'))
    .meta({
      uniqueItems: true,
      description: 'The goals that must be completed or archived before this one is ready. Replaces the set.',
    }),
)
