import * as z from 'zod'
import { goalValues } from '../form/goal-values.ts'

const side = z.enum(['mine', 'theirs'])
export type Side = z.output<typeof side>

/** Fields that both changed. `base` is the goal before either change; `mine` and `theirs` are the two after it. */
const editConflict = z.object({
  base: goalValues,
  mine: goalValues,
  theirs: goalValues,
  choices: z.array(z.object({ field: z.string(), side })),
  /** The authors and times of the edits, newest last. */
  authors: z.array(z.object({ userId: z.string(), program: z.string().optional(), at: z.string() })),
})
export type EditConflict = z.output<typeof editConflict>

export const editDraft = z.object({
  /** The goal on which the edit is based. Only differences from it are sent. */
  before: goalValues,
  after: goalValues,
  /** The version of `before`. The service refuses the edit if the goal has another one. */
  version: z.number(),
  conflict: editConflict.nullable(),
})
export type EditDraft = z.output<typeof editDraft>
