import { type Acknowledgement, type CairnClient, CairnNotFoundError, type Goal, type Me } from '@cairn/client'
import { shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import { type Command, Option } from 'commander'
import type { Connection, Context } from '../context.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { jsonText } from '../output/escape.ts'
import type { Run } from '../run.ts'
import { csvHead, csvRows } from '../transfer/csv.ts'
import { type ExportedGoal, type ExportLine, exportFormat, exportVersion } from '../transfer/format.ts'
import { creationOrder } from '../transfer/links/creation-order.ts'
import { type LinkedGoal, linksOf } from '../transfer/links/linked-goal.ts'
import { type Sink, writeNewFile } from '../transfer/new-file.ts'
import { readComments } from './history/comments.ts'
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
    .option('--no-history', 'leave out reports, edits and comments')
    .action(run(exportGoals))
}

async function exportGoals(context: Context, options: Options): Promise<void> {
  const connection = await context.connect()
  const { cairn, origin } = connection
  const { organization, credential } = await connection.me()
  if (options.format === 'jsonl') requireScope(credential, 'labels:read')
  const head: ExportLine = {
    type: 'export',
    format: exportFormat,
    formatVersion: exportVersion,
    exportedAt: new Date().toISOString(),
    origin,
    organization: { id: organization.id, name: organization.name },
  }
  const fill = (write: Sink['write']) =>
    options.format === 'csv' ? writeCsv(connection, options, write) : writeLines(cairn, head, options, write)
  // A table has texts as they are.
  const isTerminal = context.io.stdout.isTTY ?? false
  const counts =
    options.output === undefined
      ? await fill((text) =>
          isTerminal ? context.print(...text.trimEnd().split('\r\n')) : context.write(text),
        )
      : await writeNewFile(options.output, fill)
  if (options.output === undefined) return
  if (context.json) return context.printJson({ file: options.output, ...counts })
  await context.print(`${counts.goals} goals are in ${options.output}.`)
}

type Counts = { goals: number; labels: number }

/** Says what is missing before half an export is written. */
function requireScope(credential: Me['credential'], scope: 'labels:read'): void {
  if (credential.kind === 'session' || credential.scopes.includes(scope)) return
  throw new CommandError(
    `An export needs a token with the scope ${scope}. A table does not: --format csv`,
    exitCodes.notAllowed,
  )
}

async function writeLines(
  cairn: CairnClient,
  head: ExportLine,
  options: Options,
  writeText: Sink['write'],
): Promise<Counts> {
  const counts = { goals: 0, labels: 0 }
  const write = (line: ExportLine) => writeText(`${jsonText(line)}\n`)
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

async function writeCsv(
  { cairn, people }: Connection,
  options: Options,
  write: Sink['write'],
): Promise<Counts> {
  const counts = { goals: 0, labels: 0 }
  const known = await people()
  await write(csvHead)
  for await (const goal of exported(cairn, options)) {
    await write(csvRows(goal, known))
    counts.goals++
  }
  return counts
}

/**
 * Every goal once, parents and blockers before the goals that name them. The ids are read first, and those again that have changed since
 * the newest: goals that are changed while a list is read move to its front. So does what a goal names that was published meanwhile.
 * Each goal is read before its history, which may be newer but never older.
 */
async function* exported(cairn: CairnClient, { history }: Options): AsyncGenerator<ExportedGoal> {
  const links = new Map<string, LinkedGoal>()
  let newest: string | undefined
  for await (const goal of cairn.goalSummaries()) {
    links.set(goal.id, linksOf(goal))
    newest ??= goal.updatedAt
  }
  if (newest !== undefined) {
    for await (const goal of cairn.goalSummaries({ updatedSince: newest })) links.set(goal.id, linksOf(goal))
  }
  const ids = new Set(creationOrder([...links.values()]).map(({ id }) => id))
  for (const goalId of ids) {
    try {
      const { goal } = await cairn.getGoal({ params: { goalId } })
      const { parentId, blockerIds } = linksOf(goal)
      for (const id of [parentId, ...blockerIds]) if (id !== null) ids.add(id)
      yield {
        type: 'goal',
        goal,
        ...(history && { ...(await historyUntil(cairn, goal)), comments: await readComments(cairn, goalId) }),
      }
    } catch (error) {
      // Deleted meanwhile.
      if (!(error instanceof CairnNotFoundError)) throw error
    }
  }
}

/** The history as it was when the goal was read, with all acknowledgements. */
async function historyUntil(cairn: CairnClient, { id, version }: Goal) {
  const { updates, edits } = await readHistory(cairn, id)
  const isKnown = (entry: { version: number }) => entry.version <= version
  const known = updates.filter(isKnown)
  // One after the other: few reports have so many.
  for (const update of known) {
    if (update.acknowledgements.length < shownAcknowledgements) continue
    const acknowledgements: Acknowledgement[] = []
    for await (const each of cairn.acknowledgements(id, update.revision)) acknowledgements.push(each)
    update.acknowledgements = acknowledgements
  }
  return { updates: known, edits: edits.filter(isKnown) }
}
