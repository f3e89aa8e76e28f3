import type { GoalSummary, ListGoalsQuery } from '@cairn/client'
import type { Command } from 'commander'
import { wholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { dueOf, ownerName, spaced, stateOf } from '../output/words.ts'
import { ownerIn, type People } from '../people.ts'
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
    .option('--owner <user>', 'me, none, or a member by name, address or id')
    .option('--label <name>', 'the name or id of a label')
    .option('--attention <reason>', 'overdue, report_late, off_track, at_risk, due_soon, criteria_not_met')
    .option('--since <time>', 'changed since, such as 2026-11-20T00:00:00Z')
    .option('--search <words>', 'words of the title, of criteria or of labels')
    .option('--limit <number>', 'at most so many', wholeNumber, 100)
    .action(run(listGoals))
}

async function listGoals(context: Context, options: Options): Promise<void> {
  const { cairn, people } = await context.connect()
  const { status, health, owner, label, attention, since, search, limit } = options
  const [labelId] = label === undefined ? [] : await findLabels(cairn, [label])
  const query = {
    status: status?.split(','),
    health: health?.split(','),
    ownerUserId: owner === undefined ? undefined : await ownerIn(cairn, owner),
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
  const known = await people()
  await context.print(...table(goals.map((goal) => rowOf(goal, known))))
  if (hasMore) context.note(`There are more than ${limit}: use --limit.`)
}

const rowOf = (goal: GoalSummary, people: People) => [
  oneLine(goal.id),
  stateOf(goal),
  goal.attention.map(spaced).join(', ') || '–',
  dueOf(goal.timeframe),
  ownerName(goal.ownerUserId, people),
  oneLine(goal.title),
]
