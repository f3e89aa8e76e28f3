import type { Brief, BriefGoal, GetBriefQuery, Me } from '@cairn/client'
import { type Command, Option } from 'commander'
import { wholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { actorText, dueOf, eventLine, spaced, stateOf } from '../output/words.ts'
import { type People, peopleOf } from '../people.ts'
import type { Run } from '../run.ts'
import { reviewRows } from './review.ts'
import { type FactsFormat, factsFormats, printFacts } from './setup/facts.ts'

type Options = {
  scope?: NonNullable<GetBriefQuery['scope']>
  since?: string
  goalsCursor?: string
  limit?: number
  facts?: FactsFormat | true
}

export function addBriefCommand(program: Command, run: Run): void {
  program
    .command('brief')
    .description('what needs you, and what has changed')
    .option('--since <position>', 'the cursor of an earlier brief, or a time such as 2026-11-20T00:00:00Z')
    .addOption(
      new Option('--scope <whose>', 'whose goals; default: mine').choices(['mine', 'watched', 'all']),
    )
    .option('--goals-cursor <cursor>', 'the goals that follow those of an earlier brief')
    .option('--limit <number>', 'at most so many goals and events', wholeNumber)
    .addOption(
      new Option(
        '--facts [format]',
        'at most 2 KiB for the start of a session of an agent, as its hook prints it',
      ).choices(factsFormats),
    )
    .action(run(showBrief))
}

async function showBrief(context: Context, { facts, ...options }: Options): Promise<void> {
  if (facts !== undefined) return printFacts(context, facts === true ? 'text' : facts)
  const { cairn, me } = await context.connect()
  const brief = await cairn.getBrief({ query: options })
  if (context.json) return context.printJson(brief)
  const caller = await me()
  const people = peopleOf(caller, brief.people)
  const isContinued = options.goalsCursor !== undefined
  await context.print(
    ...linesOf(brief, context, options.scope),
    // The first brief had the events.
    ...(isContinued ? [] : eventLines(brief, context, people, followsCursor(caller, options))),
  )
}

function linesOf(
  { organization, questions, toReview, goals, goalsCursor }: Brief,
  { style }: Context,
  scope: Options['scope'] = 'mine',
): string[] {
  const pressing = goals.filter(({ attention }) => attention.length > 0)
  const others = goals.filter(({ attention }) => attention.length === 0)
  return [
    style.bold(oneLine(organization.name)),
    ...(questions.length > 0 ? ['', style.bold('Questions to you')] : []),
    ...table(
      questions.map(({ goalId, askedBy, text }) => [oneLine(goalId), actorText(askedBy), oneLine(text)]),
    ),
    ...(toReview.length > 0 ? ['', style.bold('For your review')] : []),
    ...table(reviewRows(toReview)),
    ...(goals.length === 0 ? [emptyTexts[scope]] : []),
    ...(pressing.length > 0 ? ['', style.bold(scope === 'mine' ? 'Needs you' : 'Needs somebody')] : []),
    ...table(pressing.map((goal) => rowOf(goal, scope))),
    ...(others.length > 0 ? ['', style.bold('Needs nobody')] : []),
    ...table(others.map((goal) => rowOf(goal, scope))),
    ...(goalsCursor === null
      ? []
      : [
          `… and more: cairn brief ${scope === 'mine' ? '' : `--scope=${scope} `}--goals-cursor=${oneLine(goalsCursor)}`,
        ]),
  ]
}

const emptyTexts = {
  mine: 'You own no active goals.',
  watched: 'You watch no active goals.',
  all: 'There are no active goals.',
}

const rowOf = (goal: BriefGoal, scope: NonNullable<Options['scope']>) => [
  oneLine(goal.id),
  goal.attention[0] ? spaced(goal.attention[0]) : stateOf(goal),
  dueOf(goal.timeframe),
  ...(scope === 'mine' ? [] : [oneLine(goal.owner?.displayName ?? 'nobody')]),
  oneLine(goal.title),
]

function eventLines(
  { events, moreEvents, cursor }: Brief,
  { style }: Context,
  people: People,
  followsCursor: boolean,
): string[] {
  if (events.length === 0) return []
  return [
    '',
    style.bold('What happened'),
    ...events.map((event) => eventLine(event, people)),
    ...(moreEvents ? [`… and more: ${moreOf(followsCursor, cursor)}`] : []),
  ]
}

const time = /^[+-]?\d{4}-?\d{2}/

/**
 * After a cursor the next events follow, and after a time those before the newest, for tokens that see few. Others find these in all
 * that are kept.
 */
function followsCursor({ credential }: Me, { since }: Options): boolean {
  const isCursor = since !== undefined && !time.test(since)
  const isLimited =
    credential.kind !== 'session' &&
    (credential.goalIds !== null || !credential.scopes.includes('goals:read:all'))
  return isCursor || isLimited
}

function moreOf(followsCursor: boolean, cursor: string): string {
  return followsCursor ? `cairn brief --since=${oneLine(cursor)}` : 'cairn watch --from start --once'
}
