import { CairnApiError, type CairnClient, type Goal } from '@cairn/client'
import type { Command } from 'commander'
import { type Context, programName } from '../context.ts'
import { CommandError, exitCodes, mayPass } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import type { Run } from '../run.ts'
import type { ExportedGoal } from '../transfer/format.ts'
import { creationOf, type ExportHead, keyOf, reportOf } from '../transfer/imported-goal.ts'
import { type Journal, openJournal } from '../transfer/journal.ts'
import { readExport } from '../transfer/read-export.ts'

type Result = { from: string; title: string; goalId: string | null; reason: string | null; notes: string[] }

export function addImportCommand(program: Command, run: Run): void {
  program
    .command('import')
    .description('publish the goals of an export; goals that are imported already are left alone')
    .argument('<export>', 'a file that cairn export has written, or - for standard input')
    .option('--journal <file>', 'where to note what is imported; default: beside the export')
    .action(run(importGoals))
}

async function importGoals(context: Context, file: string, options: { journal?: string }): Promise<void> {
  const { cairn, origin } = await context.connect()
  const { organization } = await cairn.getMe()
  // A file that is cut or damaged is refused before anything is written.
  if (file !== '-') for await (const _ of readExport(file, context.io));
  const journal = await openJournal(options.journal ?? (file === '-' ? undefined : `${file}.imported`))
  const target = `${origin} ${organization.id}`
  const results: Result[] = []
  let head: ExportHead | undefined
  let labels: LabelImport | undefined
  for await (const line of readExport(file, context.io)) {
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
    const body = creationOf(goal, labels.idsOf(goal))
    const { goal: created } = await cairn.createGoal({ body }, { idempotencyKey: key })
    const report = reportOf(head, line, created, key)
    if (report) {
      const clientInfo = { name: 'cairn', version: programName.split('/')[1] ?? '' }
      await cairn.report(created.id, { ...report, clientInfo })
    }
    await journal.add(key, created.id)
    if (goal.timeframe.kind === 'unspecified')
      result.notes.push('It had no time frame: now it is continuous.')
    return { ...result, goalId: created.id, reason: null }
  } catch (error) {
    // What the service refuses about one goal says nothing about the next one. Anything else ends the import, which can be resumed.
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
