import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { dueOf, stateOf } from '../output/words.ts'
import type { KnownRow } from './organization/existing-goals.ts'
import type { NewRow } from './organization/new-rows.ts'
import { type Relations, titleOf } from './organization/relations.ts'
import type { Remark } from './table/read-row.ts'

/** The outcome of a row. */
export type Result = {
  line: number
  title: string
  outcome: 'created' | 'existing' | 'planned' | 'refused'
  goalId: string | null
  /** Why it was refused. */
  reason: string | null
  /** The goal that a dry run would create. */
  planned?: ReturnType<typeof plannedOf>
}

export type Outcomes = { results: Result[]; warnings: Remark[]; missingLabels: string[]; dryRun: boolean }

export const resultOf =
  (outcome: Result['outcome'], reason: string | null = null) =>
  ({ goal: { line, title }, existing }: KnownRow): Result => ({
    line,
    title,
    outcome: existing ? 'existing' : outcome,
    goalId: existing?.id ?? null,
    reason,
  })

export function plannedOf(
  { goal: { body, standing, labels }, owner }: NewRow,
  { parent, blockers }: Relations = { parent: null, blockers: [] },
) {
  const { status, health } = standing
  return {
    status,
    health,
    timeframe: body.timeframe,
    owner: owner.userId === null ? null : owner.name,
    labels,
    parent: parent && titleOf(parent),
    blockedBy: blockers.map(titleOf),
  }
}

/** Returns the cells that a dry run shows of a row. */
function plannedCells(row: NewRow, relations: Relations | undefined): string[] {
  const { goal, owner } = row
  const { line, title, body, standing, labels } = goal
  const { parent, blockedBy } = plannedOf(row, relations)
  const related = [
    ...(parent === null ? [] : [`below "${parent}"`]),
    ...(blockedBy.length === 0 ? [] : [`after ${blockedBy.map((name) => `"${name}"`).join(', ')}`]),
  ]
  return [
    `line ${line}`,
    'new',
    stateOf(standing),
    dueOf(body.timeframe),
    oneLine(owner.name),
    oneLine(labels.join(', ')),
    oneLine([title, ...related].join(', ')),
  ]
}

export async function printPlan(
  { print }: Context,
  rows: readonly NewRow[],
  relations: ReadonlyMap<string, Relations>,
): Promise<void> {
  await print(...table(rows.map((row) => plannedCells(row, relations.get(row.key)))))
}

export async function printOutcomes(context: Context, { results, ...more }: Outcomes): Promise<void> {
  if (context.json) {
    await context.printJson({ goals: results, problems: [], ...more })
    return
  }
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  const parts = [
    more.dryRun ? `${goals(count('planned'))} would be created` : `${goals(count('created'))} created`,
    `${count('existing')} there already`,
    ...(count('refused') > 0 ? [`${count('refused')} refused`] : []),
  ]
  await context.print(`${parts.join(', ')}.`)
}

const goals = (count: number) => (count === 1 ? '1 goal' : `${count} goals`)
