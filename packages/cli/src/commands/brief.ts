import type { Brief, BriefGoal } from '@cairn/client'
import type { Command } from 'commander'
import { wholeNumber } from '../arguments.ts'
import { type Context, peopleOf } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { dueOf, eventLine, spaced, stateOf } from '../output/words.ts'
import type { Run } from '../run.ts'

type Options = { since?: string; limit?: number }

export function addBriefCommand(program: Command, run: Run): void {
  program
    .command('brief')
    .description('what needs you, and what has changed')
    .option('--since <position>', 'the cursor of an earlier brief, or a time such as 2026-11-20T00:00:00Z')
    .option('--limit <number>', 'at most so many goals and events', wholeNumber)
    .action(run(showBrief))
}

async function showBrief(context: Context, options: Options): Promise<void> {
  const { cairn } = await context.connect()
  const brief = await cairn.getBrief({ query: options })
  if (context.json) return context.printJson(brief)
  const me = await cairn.getMe()
  await context.print(...linesOf(brief, context), ...eventLines(brief, context, peopleOf(me, brief.people)))
}

function linesOf({ organization, goals, moreGoals }: Brief, { style }: Context): string[] {
  const pressing = goals.filter(({ attention }) => attention.length > 0)
  const others = goals.filter(({ attention }) => attention.length === 0)
  return [
    style.bold(oneLine(organization.name)),
    ...(goals.length === 0 ? ['You own no active goals.'] : []),
    ...(pressing.length > 0 ? ['', style.bold('Needs you')] : []),
    ...table(pressing.map(rowOf)),
    ...(others.length > 0 ? ['', style.bold('Needs nobody')] : []),
    ...table(others.map(rowOf)),
    ...(moreGoals ? ['… and more: cairn goals --owner me --status active'] : []),
  ]
}

const rowOf = (goal: BriefGoal) => [
  goal.id,
  goal.attention[0] ? spaced(goal.attention[0]) : stateOf(goal),
  dueOf(goal.timeframe),
  oneLine(goal.title),
]

function eventLines(
  { events, moreEvents }: Brief,
  { style }: Context,
  people: ReturnType<typeof peopleOf>,
): string[] {
  if (events.length === 0) return []
  return [
    '',
    style.bold('What happened'),
    ...events.map((event) => eventLine(event, people)),
    ...(moreEvents ? ['… and more: cairn watch'] : []),
  ]
}
