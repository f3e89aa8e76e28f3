import { type CairnClient, CairnNotFoundError, type Goal, type HistoryProblem } from '@cairn/client'
import { isWithheld, verifyHistory } from '@cairn/contract/goals/history-chain'
import type { Command } from 'commander'
import { goalIdIn } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { exitCodes, usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import type { Run } from '../../run.ts'
import { openExport } from '../../transfer/open-export.ts'

type Result = {
  goalId: string
  title: string
  entries: number
  /** How many of them this token sees without goals that it may not know: only their place was checked. */
  withheld: number
  historyHash: string
  problems: HistoryProblem[]
}

export function addVerifyCommand(program: Command, run: Run): void {
  program
    .command('verify')
    .description('check that nothing in the histories of goals was changed, removed or reordered')
    .argument('[goals...]', 'ids or pages of goals', (goal, before: string[] = []) => [
      ...before,
      goalIdIn(goal),
    ])
    .option('--all', 'all goals that you can see')
    .option(
      '--file <export...>',
      'the goals of an export, or of all files that the app saved, without the network',
    )
    .action(run(verify))
}

type Options = { all?: true; file?: string[] }

async function verify(context: Context, goals: string[] = [], { all, file }: Options): Promise<void> {
  if ([goals.length > 0, all, file !== undefined].filter(Boolean).length !== 1) {
    throw usageError('Name goals, or use --all, or --file.')
  }
  const results: Result[] = []
  for await (const result of file === undefined ? ofService(context, goals) : ofFile(context, file)) {
    results.push(result)
    if (!context.json) await context.print(...linesOf(result))
  }
  const isWhole = results.every(({ problems }) => problems.length === 0)
  if (context.json) await context.printJson({ isWhole, goals: results })
  if (!isWhole) context.endWith(exitCodes.notWhole)
}

function linesOf({ title, entries, withheld, historyHash, problems }: Result): string[] {
  if (problems.length === 0) {
    return [
      `The history of "${oneLine(title)}" is whole: ${entries} entries, the last with hash ${historyHash}.`,
      ...withheldLines(withheld),
    ]
  }
  return [
    `The history of "${oneLine(title)}" is not whole:`,
    ...problems.map(({ message }) => `  ${message}`),
  ]
}

function withheldLines(withheld: number): string[] {
  if (withheld === 0) return []
  const edits = withheld === 1 ? '1 edit names goals' : `${withheld} edits name goals`
  return [`  ${edits} that were left out for this token. Only the place in the history was checked.`]
}

async function* ofService(context: Context, ids: string[]): AsyncGenerator<Result> {
  const { cairn } = await context.connect()
  for await (const goalId of ids.length > 0 ? ids : allIds(cairn)) {
    try {
      const { goal, ...checked } = await cairn.verify(goalId)
      yield resultOf(goal, checked)
    } catch (error) {
      // Deleted after it was listed.
      if (!(error instanceof CairnNotFoundError) || ids.length > 0) throw error
    }
  }
}

async function* allIds(cairn: CairnClient): AsyncGenerator<string> {
  for await (const { id } of cairn.goalSummaries()) yield id
}

async function* ofFile({ io }: Context, files: string[]): AsyncGenerator<Result> {
  const lines = await openExport(files, io)
  for await (const line of lines()) {
    if (line.type !== 'goal') continue
    if (!line.updates) throw usageError('The export has no history: leave out --no-history.')
    const entries = [...line.updates, ...(line.edits ?? [])]
    const withheld = entries.filter(isWithheld).length
    const problems = await verifyHistory(line.goal, entries)
    yield resultOf(line.goal, { entries: entries.length, withheld, problems })
  }
}

type Checked = Pick<Result, 'entries' | 'withheld' | 'problems'>

function resultOf({ id, title, historyHash }: Goal, { entries, withheld, problems }: Checked): Result {
  return { goalId: id, title, entries, withheld, historyHash, problems }
}
