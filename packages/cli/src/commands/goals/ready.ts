import type { GoalSummary } from '@cairn/client'
import { rankGoals } from '@cairn/contract/goals/rank-goals'
import type { Command } from 'commander'
import { parentIn, wholeNumber } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { table } from '../../output/table.ts'
import { ownerIn } from '../../people.ts'
import type { Run } from '../../run.ts'
import { findLabels } from '../goal/labels-by-name.ts'
import { rowOf } from './rows.ts'

type Options = { owner?: string; label?: string; parent?: string; limit: number }

export function addReadyCommand(program: Command, run: Run): void {
  program
    .command('ready')
    .description('goals that can be worked on now, the most pressing first')
    .option('--owner <user>', 'me, none, or a member by name, address or id')
    .option('--label <name>', 'the name or id of a label')
    .option('--parent <goal>', 'directly below this goal; none: without a parent', parentIn)
    .option('--limit <number>', 'at most so many', wholeNumber, 100)
    .action(run(listReady))
}

/** The service lists by the last change, so all that are ready are read and ranked here. */
async function listReady(context: Context, { owner, label, parent, limit }: Options): Promise<void> {
  const { cairn, people } = await context.connect()
  const [labelId] = label === undefined ? [] : await findLabels(cairn, [label])
  const ownerUserId = owner === undefined ? undefined : await ownerIn(cairn, owner)
  const filter = { ready: true, labelId, ownerUserId, parentGoalId: parent, limit: 100 }
  // A goal that changes while the list is read may come twice.
  const found = new Map<string, GoalSummary>()
  for await (const goal of cairn.goalSummaries(filter)) found.set(goal.id, goal)
  const goals = rankGoals([...found.values()]).slice(0, limit)
  const hasMore = found.size > limit
  if (context.json) return context.printJson({ goals, hasMore })
  if (goals.length === 0) return context.print('No goal is ready.')
  const known = await people()
  await context.print(...table(goals.map((goal) => rowOf(goal, known))))
  if (hasMore) context.note(`There are more than ${limit}: use --limit.`)
}
