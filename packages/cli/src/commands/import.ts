import { CairnApiError, type CairnClient, type Goal } from '@cairn/client'
import { verifyHistory } from '@cairn/contract/goals/history-chain'
import { type Command, Option } from 'commander'
import { several } from '../arguments.ts'
import type { Context } from '../context.ts'
import { dateOrders } from '../csv/cells/dates.ts'
import { type CsvOptions, importCsv } from '../csv/import-csv.ts'
import { fields, presetNames } from '../csv/table/presets.ts'
import { CommandError, exitCodes, mayPass, usageError } from '../exit-codes.ts'
import { copyOf } from '../goal-fields.ts'
import { oneLine } from '../output/escape.ts'
import type { Run } from '../run.ts'
import type { ExportedGoal, ExportLine } from '../transfer/format.ts'
import { type ExportHead, keyOf, reportOf } from '../transfer/imported-goal.ts'
import { type Journal, openJournal } from '../transfer/journal.ts'
import { openExport } from '../transfer/open-export.ts'

/**
 * Reads an export to its end and checks the chain of hashes of every goal that has its history.
 * @throws `CommandError` if the file is damaged, or a history was changed and `isUnverified` is not set.
 */
async function checkExport(lines: AsyncIterable<ExportLine>, isUnverified = false): Promise<void> {
  for await (const line of lines) {
    if (isUnverified || line.type !== 'goal' || !line.updates) continue
    const [problem] = await verifyHistory(line.goal, [...line.updates, ...(line.edits ?? [])])
    if (!problem) continue
    throw new CommandError(
      `The history of "${oneLine(line.goal.title)}" is not whole: ${problem.message} Nothing was imported. To import it all the same: --unverified`,
      exitCodes.notWhole,
    )
  }
}

type Result = { from: string; title: string; goalId: string | null; reason: string | null; notes: string[] }

export function addImportCommand(program: Command, run: Run): void {
  program
    .command('import')
    .description('publish the goals of an export or a table; goals that are imported already are left alone')
    .argument(
      '<export...>',
      'a file of cairn export, a CSV file, - for standard input, or all files that the app saved',
    )
    .option('--journal <file>', 'where to note what is imported; default: beside the file')
    .option('--unverified', 'import it although a history in it was changed')
    .optionsGroup('Tables:')
    .option('--csv', 'a CSV file, with a goal in each row')
    .option('--dry-run', 'say what would be created, and create nothing')
    .addOption(
      new Option('--preset <product>', 'whose columns they are; default: found').choices(presetNames),
    )
    .option('--map <field=column,...>', `which columns are ${Object.keys(fields).join(', ')}`, several)
    .option('--status <word=status>', 'what a status of the table means here; may be repeated', several)
    .addOption(new Option('--dates <order>', 'what 03/04/2027 means').choices(dateOrders))
    .action(run(importGoals))
}

type Options = CsvOptions & { csv?: true; unverified?: true }

async function importGoals(context: Context, files: string[], options: Options): Promise<void> {
  const [file = '', ...others] = files
  if (options.csv || /\.(?:csv|tsv)$/i.test(file)) {
    if (others.length > 0) throw usageError('Name one CSV file.')
    return importCsv(context, file, options)
  }
  if (options.dryRun || options.preset || options.map || options.status || options.dates) {
    throw usageError(
      '--dry-run, --preset, --map, --status and --dates are for tables. Say that it is one: --csv',
    )
  }
  const lines = await openExport(files, context.io)
  const { cairn, origin } = await context.connect()
  const { organization } = await cairn.getMe()
  // A file that is cut, damaged or changed is refused before anything is written.
  await checkExport(lines(), options.unverified)
  const journal = await openJournal(options.journal ?? (file === '-' ? undefined : `${file}.imported`))
  const target = `${origin} ${organization.id}`
  const results: Result[] = []
  let head: ExportHead | undefined
  let labels: LabelImport | undefined
  for await (const line of lines()) {
    if (line.type === 'export') {
      head = line
      labels = await importLabels(cairn)
    }
    if (!head || !labels) continue
    if (line.type === 'label') await labels.add(line.label, keyOf(head, target, 'label', line.label.id))
    if (line.type !== 'goal') continue
    const result = await importGoal({ cairn, journal, head, target, labels }, line)
    results.push(result)
    if (!context.json) await context.print(...linesOf(result))
  }
  const imported = results.filter(({ goalId }) => goalId !== null).length
  if (context.json) await context.printJson({ goals: results })
  else await context.print(`${imported} of ${results.length} goals are there.`)
  context.note('Histories stay in the export: cairn verify --file checks them.')
  if (imported < results.length) context.endWith(exitCodes.failed)
}

function linesOf({ title, goalId, reason, notes }: Result): string[] {
  const name = oneLine(title)
  if (goalId === null) return [`Not imported: "${name}": ${oneLine(reason ?? '')}`]
  return [`${goalId}  ${name}`, ...notes.map((note) => `  ${oneLine(note)}`)]
}

type Import = { cairn: CairnClient; journal: Journal; head: ExportHead; target: string; labels: LabelImport }

async function importGoal(task: Import, line: ExportedGoal): Promise<Result> {
  const { cairn, journal, head, target, labels } = task
  const { goal } = line
  const key = keyOf(head, target, 'goal', goal.id)
  const result = { from: goal.id, title: goal.title, notes: [] as string[] }
  const known = journal.find(key)
  if (known !== undefined) return { ...result, goalId: known, reason: null, notes: ['imported before'] }
  try {
    const body = copyOf(goal, labels.idsOf(goal))
    const { goal: created } = await cairn.createGoal({ body }, { idempotencyKey: key })
    const report = reportOf(head, line, created, key)
    if (report) await cairn.report(created.id, report)
    await journal.add(key, created.id)
    if (goal.timeframe.kind === 'unspecified')
      result.notes.push('It had no time frame: now it is continuous.')
    return { ...result, goalId: created.id, reason: null }
  } catch (error) {
    // A refusal of one goal says nothing about the next one. Any other error ends the import, which can be resumed.
    if (!(error instanceof CairnApiError) || mayPass(error) || [401, 403, 500].includes(error.status))
      throw error
    const details = error.details.map(({ path, message }) => `${path}: ${message}`)
    return { ...result, goalId: null, reason: [error.message, ...details].join(' ') }
  }
}

type LabelImport = {
  add: (label: Goal['labels'][number], key: string) => Promise<void>
  idsOf: (goal: Goal) => string[]
}

/** Labels are the same if they have the same name without regard to case. */
async function importLabels(cairn: CairnClient): Promise<LabelImport> {
  const ids = new Map<string, string>()
  for await (const { id, name } of cairn.labels()) ids.set(name.toLowerCase(), id)
  return {
    add: async ({ name, color, description }, idempotencyKey) => {
      if (ids.has(name.toLowerCase())) return
      const { label } = await cairn.createGoalLabel(
        { body: { name, color, description } },
        { idempotencyKey },
      )
      ids.set(name.toLowerCase(), label.id)
    },
    idsOf: ({ labels, title }) =>
      labels.map(({ name }) => {
        const id = ids.get(name.toLowerCase())
        if (id === undefined) throw new CommandError(`The export lacks the label "${name}" of "${title}".`)
        return id
      }),
  }
}
