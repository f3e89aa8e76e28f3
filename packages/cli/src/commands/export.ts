import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { type CairnClient, CairnNotFoundError, type Goal } from '@cairn/client'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../exit-codes.ts'
import { jsonText } from '../output/escape.ts'
import type { Run } from '../run.ts'
import { csvHead, csvRows } from '../transfer/csv.ts'
import { type ExportedGoal, type ExportLine, exportFormat, exportVersion } from '../transfer/format.ts'
import { readHistory } from './history/index.ts'

type Options = { format: 'jsonl' | 'csv'; output?: string; history: boolean }

export function addExportCommand(program: Command, run: Run): void {
  program
    .command('export')
    .description('all goals and labels that you can see, with the history of the goals')
    .addOption(
      new Option('--format <format>', 'csv is for spreadsheets only')
        .choices(['jsonl', 'csv'])
        .default('jsonl'),
    )
    .option('--output <file>', 'a new file that only you can read; default: standard output')
    .option('--no-history', 'leave out reports and edits')
    .action(run(exportGoals))
}

async function exportGoals(context: Context, options: Options): Promise<void> {
  const { cairn, origin } = await context.connect()
  const { organization } = await cairn.getMe()
  const sink = options.output === undefined ? standardOutput(context) : fileOutput(options.output)
  const head: ExportLine = {
    type: 'export',
    format: exportFormat,
    formatVersion: exportVersion,
    exportedAt: new Date().toISOString(),
    origin,
    organization: { id: organization.id, name: organization.name },
  }
  const counts =
    options.format === 'csv'
      ? await writeCsv(cairn, options, sink)
      : await writeLines(cairn, head, options, sink)
  await sink.end()
  if (options.output === undefined) return
  if (context.json) return context.printJson({ file: options.output, ...counts })
  await context.print(`${counts.goals} goals are in ${options.output}.`)
}

type Counts = { goals: number; labels: number }
type Sink = { write: (text: string) => Promise<void>; end: () => Promise<void> }

async function writeLines(
  cairn: CairnClient,
  head: ExportLine,
  options: Options,
  sink: Sink,
): Promise<Counts> {
  const counts = { goals: 0, labels: 0 }
  const write = (line: ExportLine) => sink.write(`${jsonText(line)}\n`)
  await write(head)
  for await (const label of cairn.labels()) {
    await write({ type: 'label', label })
    counts.labels++
  }
  for await (const goal of exported(cairn, options)) {
    await write(goal)
    counts.goals++
  }
  await write({ type: 'end', ...counts })
  return counts
}

async function writeCsv(cairn: CairnClient, options: Options, sink: Sink): Promise<Counts> {
  const counts = { goals: 0, labels: 0 }
  await sink.write(csvHead)
  for await (const goal of exported(cairn, options)) {
    await sink.write(csvRows(goal))
    counts.goals++
  }
  return counts
}

/**
 * Every goal once. The ids are read first, and those again that have changed since the newest: goals that are changed while a list is
 * read move to its front. Each goal is read before its history, which may be newer but never older.
 */
async function* exported(cairn: CairnClient, { history }: Options): AsyncGenerator<ExportedGoal> {
  const ids = new Set<string>()
  let newest: string | undefined
  for await (const { id, updatedAt } of cairn.goalSummaries()) {
    ids.add(id)
    newest ??= updatedAt
  }
  if (newest !== undefined) {
    for await (const { id } of cairn.goalSummaries({ updatedSince: newest })) ids.add(id)
  }
  for (const goalId of ids) {
    try {
      const { goal } = await cairn.getGoal({ params: { goalId } })
      yield { type: 'goal', goal, ...(history && (await historyUntil(cairn, goal))) }
    } catch (error) {
      // Deleted meanwhile.
      if (!(error instanceof CairnNotFoundError)) throw error
    }
  }
}

/** The history as it was when the goal was read. */
async function historyUntil(cairn: CairnClient, { id, version }: Goal) {
  const { updates, edits } = await readHistory(cairn, id)
  const isKnown = (entry: { version: number }) => entry.version <= version
  return { updates: updates.filter(isKnown), edits: edits.filter(isKnown) }
}

const standardOutput = ({ print }: Context): Sink => ({
  write: (text) => print(text.replace(/\n$/, '')),
  end: async () => undefined,
})

function fileOutput(file: string): Sink {
  // `wx`: never replaces a file.
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx' })
  const done = finished(stream)
  done.catch(() => undefined)
  const failure = done.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(`Cannot write ${file}: ${error.code === 'EEXIST' ? 'it exists' : error.code}`)
    },
  )
  failure.catch(() => undefined)
  return {
    write: (text) =>
      Promise.race([
        new Promise<void>((resolve) => {
          stream.write(text, () => resolve())
        }),
        failure,
      ]),
    end: async () => {
      stream.end()
      await failure
    },
  }
}
