import type { AnyRecord } from '../entities.ts'

/** The entities of layout 1, all in the partition of a goal. Its record `goal` sorts first. */
const names: ReadonlySet<unknown> = new Set(['goal', 'goalUpdate', 'goalUpdateKey', 'goalLabelAssignment'])

/** What names a goal in its records of layout 1. */
export type GoalOfLayout1 = { organizationId: string; goalId: string }

/** Whether a record belongs to a goal of layout 1. */
export function isOfLayout1(record: AnyRecord): record is AnyRecord & GoalOfLayout1 {
  return names.has(record.__edb_e__)
}
