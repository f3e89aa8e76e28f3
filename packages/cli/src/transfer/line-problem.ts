import { goalEdit, goalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { goalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { goal } from '@cairn/contract/schemas/goals/goals'

type Schema = ReturnType<typeof goal | typeof goalUpdate | typeof goalEdit | typeof goalLabel>

/**
 * Returns the first thing that is wrong with a line of an export, such as `goal.title: Invalid input`; undefined if nothing is. Fields
 * that a later version has added are no problem.
 */
export function lineProblem(line: { type?: unknown; [field: string]: unknown }): string | undefined {
  if (line.type === 'label') return problemOf(goalLabel(), line.label, 'label')
  if (line.type !== 'goal') return undefined
  return (
    problemOf(goal(), line.goal, 'goal') ??
    listProblem(goalUpdate(), line.updates, 'updates') ??
    listProblem(goalEdit(), line.edits, 'edits')
  )
}

function listProblem(schema: Schema, list: unknown, name: string): string | undefined {
  if (list === undefined) return undefined
  if (!Array.isArray(list)) return `${name}: not a list`
  for (const [index, entry] of list.entries()) {
    const problem = problemOf(schema, entry, `${name}.${index}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemOf(schema: Schema, value: unknown, name: string): string | undefined {
  const { error } = schema.safeParse(value)
  const issue = error?.issues.find(({ code }) => code !== 'unrecognized_keys')
  return issue && `${[name, ...issue.path].join('.')}: ${issue.message}`
}
