import type { Brief, Goal } from '@cairn/client'
import type { Command } from 'commander'
import { findNamed, goalIdIn, several } from '../arguments.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import { minuteOf } from '../output/words.ts'
import { nameOf, type People } from '../people.ts'
import type { Run } from '../run.ts'
import { addressOf, showPage } from './open.ts'

type Options = { confirm?: string[]; print?: true }
type Criterion = Goal['criteria'][number]

export function addReviewCommand(program: Command, run: Run): void {
  program
    .command('review')
    .description(
      'list the reports that you may confirm, or the unconfirmed criteria of a goal, and open its page, where you confirm: a token cannot',
    )
    .argument('[goal]', 'its id or page; default: the goals that wait for you', goalIdIn)
    .option(
      '--confirm <criterion>',
      'list only this one, by number, title or id; you confirm it on the page; may be repeated',
      several,
    )
    .option('--print', 'only print the address')
    .action(run(review))
}

async function review(context: Context, goalId: string | undefined, options: Options): Promise<void> {
  if (goalId !== undefined) return reviewGoal(context, goalId, options)
  if (options.confirm) throw usageError('Name the goal of the criteria.')
  const { cairn } = await context.connect()
  const { toReview } = await cairn.getBrief({ query: { limit: 1 } })
  if (context.json) return context.printJson({ toReview })
  if (toReview.length === 0) return context.print('Nothing waits for your review.')
  await context.print(...table(reviewRows(toReview)))
}

/** The reports of a brief that wait for a review, for a table. */
export const reviewRows = (toReview: Brief['toReview']) =>
  toReview.map(({ goal, revision, criteriaCount }) => [
    oneLine(goal.id),
    criteriaCount === 1 ? '1 criterion' : `${criteriaCount} criteria`,
    `revision ${revision}`,
    oneLine(goal.title),
  ])

/** Shows the criteria of a goal that nobody has confirmed, and opens its page, where a person does. */
async function reviewGoal(context: Context, goalId: string, options: Options): Promise<void> {
  const connection = await context.connect()
  const { goal } = await connection.cairn.getGoal({ params: { goalId } })
  const named = options.confirm?.map((name) => findNamed(goal.criteria, name, 'criterion').id)
  const waiting = goal.criteria.filter(
    ({ id, verdict, confirmedBy }) =>
      verdict?.result === 'met' && confirmedBy === null && (named?.includes(id) ?? true),
  )
  const url = await addressOf(connection, `/goals/${goalId}`)
  if (waiting.length > 0) await showPage(context, url, options)
  if (context.json)
    return context.printJson({ goal: { id: goal.id, title: goal.title }, criteria: waiting, url })
  if (waiting.length === 0)
    return context.print(`No criterion of "${oneLine(goal.title)}" waits for a review.`)
  const people = await connection.people()
  await context.print(
    `These criteria of "${oneLine(goal.title)}" are met, and nobody has confirmed it:`,
    ...table(waiting.map((criterion) => criterionRow(goal, criterion, people))),
    'A token cannot confirm. Do it on its page, beside the criteria, unless you have judged them yourself:',
    url,
  )
}

function criterionRow({ criteria }: Goal, { id, title, verdict }: Criterion, people: People): string[] {
  const number = criteria.findIndex((criterion) => criterion.id === id) + 1
  const author = verdict
    ? `${oneLine(nameOf(people, verdict.authorityUserId))}, ${minuteOf(verdict.asOf)}`
    : ''
  return [`${number}`, author, oneLine(title)]
}
