import type { GoalSummary, ListGoalsQuery } from '@cairn/client'
import type { Command } from 'commander'
import { wholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { dueOf, spaced, stateOf } from '../output/words.ts'
import type { Run } from '../run.ts'
import { findLabels } from './goal/labels-by-name.ts'

type Options = {
  status?: string
  health?: string
  owner?: string
  label?: string
  attention?: string
  since?: string
  search?: string
  limit: number
}

export function addGoalsCommand(program: Command, run: Run): void {
  program
    .command('goals')
    .description('list goals, last changed first')
    .option('--status <list>', 'active, paused, completed, archived; several with commas')
    .option('--health <list>', 'on_track, at_risk, off_track, none; several with commas')
    .option('--owner <user>', 'me, none, or the id of a user')
    .option('--label <name>', 'the name or id of a label')
    .option('--attention <reason>', 'overdue, report_late, off_track, at_risk, due_soon, criteria_not_met')
    .option('--since <time>', 'changed since, such as 2026-11-20T00:00:00Z')
    .option('--search <words>', 'words of the title, of criteria or of labels')
    .option('--limit <number>', 'at most so many', wholeNumber, 100)
    .action(run(listGoals))
}

async function listGoals(context: Context, options: Options): Promise<void> {
  const { cairn } = await context.connect()
  const { status, health, owner, label, attention, since, search, limit } = options
  const [labelId] = label === undefined ? [] : await findLabels(cairn, [label])
  const query = {
    status: status?.split(','),
    health: health?.split(','),
    ownerUserId: owner,
    labelId,
    attention,
    updatedSince: since,
    q: search,
    limit: Math.min(limit, 100),
    // The service says which values there are.
  } as ListGoalsQuery
  const goals: GoalSummary[] = []
  let hasMore = false
  for await (const goal of cairn.goalSummaries(query)) {
    hasMore = goals.length === limit
    if (hasMore) break
    goals.push(goal)
  }
  if (context.json) return context.printJson({ goals, hasMore })
  if (goals.length === 0) return context.print('There are no such goals.')
  await context.print(...table(goals.map(rowOf)))
  if (hasMore) context.note(`There are more than ${limit}: use --limit.`)
}

const rowOf = (goal: GoalSummary) => [
  goal.id,
  stateOf(goal),
  goal.attention.map(spaced).join(', ') || '–',
  dueOf(goal.timeframe),
  oneLine(goal.title),
]

/** `--due` or `--continuous`, or nothing. */
export function timeframeOf(options: { due?: string; continuous?: true }) {
  if (options.due !== undefined && options.continuous)
    throw usageError('Use --due or --continuous, not both.')
  if (options.due !== undefined) return { kind: 'deadline', targetDate: options.due } as const
  return options.continuous ? ({ kind: 'continuous' } as const) : undefined
}
