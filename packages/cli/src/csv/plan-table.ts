import { usageError } from '../exit-codes.ts'
import { type DateOrder, dateOrderOf } from './cells/dates.ts'
import { sourceKey } from './cells/source.ts'
import type { Words } from './cells/words.ts'
import { labelProblems } from './organization/labels.ts'
import { type PlannedGoal, planGoal } from './plan-goal.ts'
import { type LinkedRows, linkRows, rowLinkProblems } from './row-links.ts'
import type { Mapping } from './table/mapping.ts'
import type { Table } from './table/parse-table.ts'
import { isHistory, lengthProblem, type ReadRow, type Remark, readRow } from './table/read-row.ts'

export const maximumGoals = 10_000

export type Plan = {
  goals: PlannedGoal[]
  /** Problems that prevent the import. */
  problems: Remark[]
  warnings: Remark[]
  /** The rows that rows name as parents and blockers. */
  links: LinkedRows
  /** How many rows are entries of histories, which are left out. */
  historyRows: number
}

/** Reads all rows of a table, and checks them. */
export function planTable(
  table: Table,
  mapping: Mapping,
  { dates, words }: { dates: DateOrder | undefined; words: Words },
): Plan {
  const rows = table.rows.filter((row) => !isHistory(row, table, mapping))
  if (rows.length > maximumGoals) {
    throw usageError(
      `The file has ${rows.length} goals. Divide it: at most ${maximumGoals} can be imported at once.`,
    )
  }
  const plan: Omit<Plan, 'links'> = {
    goals: [],
    problems: [],
    warnings: [],
    historyRows: table.rows.length - rows.length,
  }
  const whole: ReadRow[] = []
  for (const row of rows) {
    const problem = lengthProblem(row, table, mapping)
    if (problem) plan.problems.push(problem)
    else whole.push(readRow(row, table, mapping))
  }
  const options = { product: mapping.preset?.product, dates: dates ?? orderIn(whole), words }
  const lines = new Map<string, number>()
  for (const row of whole) {
    const { goal, problems, warnings } = planGoal(row, options)
    plan.goals.push(goal)
    plan.warnings.push(...warnings)
    plan.problems.push(
      ...problems,
      ...labelProblems(goal).map((message) => row.remark('labels', message)),
      ...repetitions(goal, row, lines),
    )
  }
  const links = linkRows(plan.goals)
  const rowAt = new Map(whole.map((row) => [row.line, row]))
  for (const { line, field, message } of rowLinkProblems(links)) {
    const row = rowAt.get(line)
    if (row) plan.problems.push(row.remark(field === 'parent' ? 'parent' : 'blocked_by', message))
  }
  plan.problems.sort((left, right) => left.line - right.line)
  return { ...plan, links }
}

function orderIn(rows: readonly ReadRow[]): DateOrder {
  const order = dateOrderOf(rows.map((row) => row.text('due')))
  if (order) return order
  throw usageError(
    'The dates can be read in two ways. Say which comes first, day or month: --dates dmy or --dates mdy.',
  )
}

/** Two rows with one id are one goal, or the ids were damaged: a spreadsheet shortens long numbers. */
function repetitions(goal: PlannedGoal, row: ReadRow, lines: Map<string, number>): Remark[] {
  const field = goal.goalId ? 'goal' : goal.source.id ? 'id' : 'url'
  const key = goal.goalId || sourceKey(goal.source)
  if (key === undefined) return []
  const before = lines.get(key)
  lines.set(key, before ?? goal.line)
  return before === undefined ? [] : [row.remark(field, `The same as in line ${before}.`)]
}
