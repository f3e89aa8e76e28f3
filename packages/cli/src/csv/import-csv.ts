import { CairnApiError, type Me } from '@cairn/client'
import type { Context } from '../context.ts'
import { exitCodes, mayPass } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import { openJournal } from '../transfer/journal.ts'
import type { DateOrder } from './cells/dates.ts'
import { statusesOf } from './cells/words.ts'
import { createRow, finishRow, type Writer } from './organization/create-goal.ts'
import { findExisting, type KnownRow } from './organization/existing-goals.ts'
import { bodyOf, type NewRow, type NewRows, readNewRows } from './organization/new-rows.ts'
import { hasScope, requireScopes, requireUnlimited } from './organization/rights.ts'
import { type Plan, planTable } from './plan-table.ts'
import { noteRemarks } from './remarks.ts'
import { plannedOf, printOutcomes, printPlan, type Result } from './results.ts'
import { type Mapping, type MappingOptions, mapColumns } from './table/mapping.ts'
import { parseTable } from './table/parse-table.ts'
import { readText } from './table/read-text.ts'

export type CsvOptions = MappingOptions & {
  status?: string[]
  dates?: DateOrder
  dryRun?: true
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
  const known = await findExisting(cairn, plan.goals, journal, target, seesAll)
  const [owners] = mapping.positions.owner
  const fresh = await readNewRows(cairn, who, known, owners === undefined ? undefined : table.columns[owners])
  const warnings = [...plan.warnings.filter(isOf(fresh.rows)), ...fresh.warnings]
  noteRemarks(context, warnings)
  const { missing } = fresh.labels
  if (missing.length > 0) {
    context.note(`${dryRun ? 'Labels that would be created' : 'New labels'}: ${oneLine(missing.join(', '))}`)
  }

  if (!dryRun) requireRights(who, missing)
  else if (!context.json) await printPlan(context, fresh.rows)
  const planned = new Map(fresh.rows.map((row) => [row.key, plannedOf(row)]))
  const writer = { cairn, journal, userId: who.user.id, seesAll }
  const results = dryRun
    ? known.map((row) => ({ ...resultOf('planned')(row), planned: planned.get(row.key) }))
    : await write(context, writer, known, fresh)
  await printOutcomes(context, { dryRun, results, warnings, missingLabels: missing })
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

async function refuse(context: Context, { problems, warnings }: Plan): Promise<void> {
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

const resultOf =
  (outcome: Result['outcome'], reason: string | null = null) =>
  ({ goal: { line, title }, existing }: KnownRow): Result => ({
    line,
    title,
    outcome: existing ? 'existing' : outcome,
    goalId: existing?.id ?? null,
    reason,
  })

async function write(
  context: Context,
  writer: Writer,
  known: readonly KnownRow[],
  { rows, labels }: NewRows,
): Promise<Result[]> {
  const results: Result[] = []
  try {
    await labels.create()
    for (const row of known.filter(({ existing }) => existing)) {
      await finishRow(writer, row)
      results.push(resultOf('existing')(row))
    }
    for (const row of rows) {
      const result = await createOrRefuse(writer, row, bodyOf(row, labels))
      results.push(result)
      if (!context.json) await context.print(sentenceOf(result))
    }
  } catch (error) {
    const created = results.filter(({ outcome }) => outcome === 'created').length
    context.note(`The import stopped after ${created} new goals. The same command goes on with the others.`)
    throw error
  }
  return results.sort((left, right) => left.line - right.line)
}

function sentenceOf({ title, line, outcome, reason }: Result): string {
  const name = `"${oneLine(title)}"`
  return outcome === 'created'
    ? `Created ${name}.`
    : `Not created: ${name} of line ${line}: ${oneLine(reason ?? '')}`
}

async function createOrRefuse(writer: Writer, row: NewRow, body: ReturnType<typeof bodyOf>): Promise<Result> {
  try {
    const { id } = await createRow(writer, row, body)
    return { ...resultOf('created')(row), goalId: id }
  } catch (error) {
    // A refused goal does not stop the next one. Any other error ends the import; the next run continues it.
    if (!(error instanceof CairnApiError) || mayPass(error) || [401, 403, 500].includes(error.status))
      throw error
    const details = error.details.map(({ path, message }) => `${path}: ${message}`)
    return resultOf('refused', [error.message, ...details].join(' '))(row)
  }
}
