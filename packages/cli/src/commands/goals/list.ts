import type { GoalSummary, ListGoalsQuery } from '@cairn/client'
import type { Command } from 'commander'
import { goalIdIn, parentIn, several, wholeNumber } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { table } from '../../output/table.ts'
import { ownersIn } from '../../people.ts'
import type { Run } from '../../run.ts'
import { findLabels } from '../goal/labels-by-name.ts'
import { matchText, rowOf } from './rows.ts'

type Options = {
  status?: string
  health?: string
  owner?: string[]
  due?: string
  label?: string
  attention?: string
  parent?: string
  waitsFor?: string
  ready?: boolean
  blocked?: boolean
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
    .option('--owner <user>', 'me, none, or a member by name, address or id; may be repeated', several)
    .option(
      '--due <period>',
      '2026-Q4, 2026-11, 2026, 2026-11-01..2026-11-15, or none: without a target date',
    )
    .option('--label <name>', 'the name or id of a label')
    .option(
      '--attention <reason>',
      'question_open, overdue, report_late, off_track, claim_expired, budget_used, review_requested, at_risk, due_soon, criteria_not_met',
    )
    .option('--parent <goal>', 'directly below this goal; none: without a parent', parentIn)
    .option('--ready', 'that can be worked on now')
    .option('--no-ready', 'that cannot be worked on now')
    .option('--blocked', 'that wait for a goal which is not finished')
    .option('--no-blocked', 'that wait for no goal')
    .option('--waits-for <goal>', 'that wait for this goal', goalIdIn)
    .option('--since <time>', 'changed since, such as 2026-11-20T00:00:00Z')
    .option('--search <words>', 'words of titles, labels, descriptions, criteria, reports and comments')
    .option('--limit <number>', 'at most so many', wholeNumber, 100)
    .action(run(listGoals))
}

async function listGoals(context: Context, options: Options): Promise<void> {
  const { cairn, people } = await context.connect()
  const { status, health, owner, due, label, attention, since, search, limit } = options
  const { parent, waitsFor, ready, blocked } = options
  const [labelId] = label === undefined ? [] : await findLabels(cairn, [label])
  const query = {
    status: status?.split(','),
    health: health?.split(','),
    owner: owner === undefined ? undefined : await ownersIn(cairn, owner),
    due,
    labelId,
    attention,
    parentGoalId: parent,
    blockerGoalId: waitsFor,
    ready,
    blocked,
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
  await context.print(...table(goals.map((goal) => [...rowOf(goal, known), matchText(goal)])))
  if (hasMore) context.note(`There are more than ${limit}: use --limit.`)
}
