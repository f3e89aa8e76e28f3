import { type Command, Option } from 'commander'
import { several } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { dateOrders } from '../../csv/cells/dates.ts'
import { type CsvOptions, importCsv } from '../../csv/import-csv.ts'
import { fields, presetNames } from '../../csv/table/presets.ts'
import { exitCodes, usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import type { Run } from '../../run.ts'
import type { ReadLine } from '../../transfer/format.ts'
import { type ExportHead, keyOf } from '../../transfer/imported-goal.ts'
import { openJournal } from '../../transfer/journal.ts'
import { creationOrder } from '../../transfer/links/creation-order.ts'
import { openExport } from '../../transfer/open-export.ts'
import { type CheckOptions, checkExport, type FileGoal } from './check-export.ts'
import { type Import, importGoal, type Result, setBlockers } from './import-goal.ts'
import { importLabels } from './labels.ts'

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
    .option('--unlinked', 'leave out parents and blockers that are not there')
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

type Options = CsvOptions & CheckOptions & { csv?: true }

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
  const goals = await checkExport(lines(), options)
  const journal = await openJournal(options.journal ?? (file === '-' ? undefined : `${file}.imported`))
  const task = {
    cairn,
    journal,
    target: `${origin} ${organization.id}`,
    ids: new Map(),
    unfinished: [],
  } satisfies Omit<Import, 'head' | 'labels'>
  const results = await importLines(task, lines(), goals, async (result) => {
    if (!context.json) await context.print(...linesOf(result))
  })
  const imported = results.filter(({ goalId }) => goalId !== null).length
  if (context.json) await context.printJson({ goals: results })
  else await context.print(`${imported} of ${results.length} goals are there.`)
  context.note('Histories stay in the export: cairn verify --file checks them.')
  if (imported < results.length) context.endWith(exitCodes.failed)
}

/**
 * Publishes the goals of an export, each after those that it names. One that comes before them in the file is kept until then, without
 * its history.
 *
 * @param goals  All goals of the export, as they were checked.
 * @param done  Called with the result of each goal in the end.
 * @returns The results in the order of the file.
 */
async function importLines(
  common: Omit<Import, 'head' | 'labels'>,
  lines: AsyncIterable<ReadLine>,
  goals: readonly FileGoal[],
  done: (result: Result) => Promise<void>,
): Promise<Result[]> {
  const order = creationOrder(goals)
  const kept = new Map<number, Extract<ReadLine, { type: 'goal' }>['goal']>()
  const results = new Map<number, Result>()
  let head: ExportHead | undefined
  let task: Import | undefined
  let index = 0
  for await (const line of lines) {
    if (line.type === 'export') {
      head = line
      task = { ...common, head, labels: await importLabels(common.cairn) }
    }
    if (!head || !task) continue
    if (line.type === 'label') {
      await task.labels.add(line.label, keyOf(head, task.target, 'label', line.label.id))
    }
    if (line.type !== 'goal') continue
    kept.set(index++, line.goal)
    for (let next = order[results.size]; next; next = order[results.size]) {
      const goal = kept.get(next.index)
      if (!goal) break
      kept.delete(next.index)
      const result = await importGoal(task, next, goal)
      results.set(next.index, result)
      // Goals that are not finished yet are told later.
      if (!common.unfinished.some((other) => other.result === result)) await done(result)
    }
  }
  if (task) for (const result of await setBlockers(task)) await done(result)
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result)
}

function linesOf({ title, goalId, reason, notes }: Result): string[] {
  const name = oneLine(title)
  if (goalId === null) return [`Not imported: "${name}": ${oneLine(reason ?? '')}`]
  return [`${goalId}  ${name}`, ...notes.map((note) => `  ${oneLine(note)}`)]
}
