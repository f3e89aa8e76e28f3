import type { Me } from '@cairn/client'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import { openJournal } from '../transfer/journal.ts'
import type { DateOrder } from './cells/dates.ts'
import { statusesOf } from './cells/words.ts'
import { findExisting } from './organization/existing-goals.ts'
import { type NewRow, readNewRows } from './organization/new-rows.ts'
import { relateRows } from './organization/relations.ts'
import { hasScope, requireScopes, requireUnlimited } from './organization/rights.ts'
import { type Plan, planTable } from './plan-table.ts'
import { noteRemarks } from './remarks.ts'
import { plannedOf, printOutcomes, printPlan, resultOf } from './results.ts'
import { type Mapping, type MappingOptions, mapColumns } from './table/mapping.ts'
import { parseTable } from './table/parse-table.ts'
import type { Field } from './table/presets.ts'
import { readText } from './table/read-text.ts'
import { writeRows } from './write-rows.ts'

export type CsvOptions = MappingOptions & {
  status?: string[]
  dates?: DateOrder
  dryRun?: true
  /** Whether parents and blockers that nobody knows are left out. */
  unlinked?: true
  journal?: string
}

/** Creates a goal for each row of a CSV file, or says what it would create. If one row has a problem, nothing is created. */
export async function importCsv(context: Context, file: string, options: CsvOptions): Promise<void> {
  const { dryRun = false } = options
  const { text, isGuessed } = await readText(file, context.io)
  const table = parseTable(text, file)
  const mapping = mapColumns(table.columns, options)
  const plan = planTable(table, mapping, { dates: options.dates, words: statusesOf(options.status) })
  noteFile(context, file, isGuessed, mapping, plan)
  if (plan.problems.length > 0) return refuse(context, plan)

  const { cairn, origin, me } = await context.connect()
  const who = await me()
  if (!dryRun) requireRights(who, [])
  const journal = await openJournal(options.journal ?? (file === '-' ? undefined : `${file}.imported`))
  const seesAll = hasScope(who, 'goals:read:all')
  const target = `${origin} ${who.organization.id}`
  const { rows: known, findGoal } = await findExisting(cairn, plan.goals, journal, target, seesAll)
  const columnOf = (field: Field) => table.columns[mapping.positions[field][0] ?? -1]
  const related = relateRows(known, plan.links, findGoal, {
    parent: columnOf('parent') ?? null,
    blockers: columnOf('blocked_by') ?? null,
  })
  // Exports of other products need not have every goal that they name.
  const mayLack = options.unlinked || mapping.preset?.product !== undefined
  if (!mayLack && related.unknown.length > 0) return refuse(context, { ...plan, problems: related.unknown })
  const fresh = await readNewRows(cairn, who, known, columnOf('owner'))
  const warnings = [...plan.warnings.filter(isOf(fresh.rows)), ...fresh.warnings, ...related.unknown]
  noteRemarks(context, warnings)
  const { missing } = fresh.labels
  if (missing.length > 0) {
    context.note(`${dryRun ? 'Labels that would be created' : 'New labels'}: ${oneLine(missing.join(', '))}`)
  }

  if (!dryRun) requireRights(who, missing)
  const relations = new Map(related.rows.map(({ row, relations }) => [row.key, relations]))
  if (dryRun && !context.json) await printPlan(context, fresh.rows, relations)
  const planned = new Map(fresh.rows.map((row) => [row.key, plannedOf(row, relations.get(row.key))]))
  const writer = { cairn, journal, userId: who.user.id, seesAll }
  const { results, remarks } = dryRun
    ? {
        results: known.map((row) => ({ ...resultOf('planned')(row), planned: planned.get(row.key) })),
        remarks: [],
      }
    : await writeRows(context, writer, related.rows, fresh)
  noteRemarks(context, remarks)
  await printOutcomes(context, {
    dryRun,
    results,
    warnings: [...warnings, ...remarks],
    missingLabels: missing,
  })
  if (results.some(({ outcome }) => outcome === 'refused')) context.endWith(exitCodes.failed)
}

const isOf = (rows: readonly NewRow[]) => {
  const lines = new Set(rows.map(({ goal }) => goal.line))
  return ({ line }: { line: number }) => lines.has(line)
}

function noteFile({ note }: Context, file: string, isGuessed: boolean, mapping: Mapping, plan: Plan): void {
  const { isDetected, preset, unmapped } = mapping
  const name = oneLine(file)
  if (isGuessed) note(`${name} is not UTF-8, and is read as Windows-1252. Check letters such as ä.`)
  if (isDetected && preset) {
    note(`${name} has the columns of ${preset.product ?? 'Cairn'}. To say otherwise: --preset or --map`)
  }
  // Of our own export, the others are of histories.
  if (unmapped.length > 0 && plan.historyRows === 0) note(`Not imported: ${oneLine(someOf(unmapped))}`)
  if (plan.historyRows > 0) note(`${plan.historyRows} rows of histories are not imported.`)
}

const maximumNames = 12

function someOf(names: readonly string[]): string {
  const more = names.length - maximumNames
  return names.slice(0, maximumNames).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

async function refuse(
  context: Context,
  { problems, warnings }: Pick<Plan, 'problems' | 'warnings'>,
): Promise<void> {
  if (context.json) await context.printJson({ goals: [], problems, warnings })
  else noteRemarks(context, problems)
  context.note('Nothing was created.')
  context.endWith(exitCodes.failed)
}

function requireRights(me: Me, missingLabels: readonly string[]): void {
  requireUnlimited(me)
  requireScopes(me, ['goals:write'], 'An import')
  if (missingLabels.length > 0) requireScopes(me, ['labels:write'], 'Creating labels')
}
