import type { GoalQuestion, ListQuestionsQuery } from '@cairn/client'
import { type Command, Option } from 'commander'
import { goalIdIn, wholeNumber } from '../../arguments.ts'
import { type Context, indented } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { actorText, minuteOf } from '../../output/words.ts'
import type { Run } from '../../run.ts'
import { answerLines } from './ask.ts'

type Options = { state?: GoalQuestion['state']; me?: true; limit: number }

export function addQuestionsCommand(program: Command, run: Run): void {
  program
    .command('questions')
    .description('questions to people with their answers, newest first')
    .argument('[goal]', 'the id or page of a goal; default: of all goals', goalIdIn)
    .addOption(
      new Option('--state <state>', 'only those in this state').choices([
        'open',
        'answered',
        'withdrawn',
        'expired',
      ]),
    )
    .option('--me', 'only those that you were asked, of all goals')
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .action(run(listQuestions))
}

async function listQuestions(context: Context, goalId: string | undefined, options: Options): Promise<void> {
  const { cairn } = await context.connect()
  const { state, me, limit } = options
  const questions: GoalQuestion[] = []
  let cursor: string | undefined
  do {
    const query: ListQuestionsQuery = { state, cursor, limit: Math.min(limit, 100) }
    const page =
      goalId === undefined
        ? await cairn.listQuestions({ query: { ...query, for: me && 'me' } })
        : await cairn.listGoalQuestions({ params: { goalId }, query })
    questions.push(...page.questions)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && questions.length < limit)
  const hasMore = cursor !== undefined || questions.length > limit
  const shown = questions.slice(0, limit)
  if (context.json) return context.printJson({ questions: shown, hasMore })
  if (shown.length === 0) return context.print('There are no such questions.')
  await context.print(...shown.flatMap(linesOf))
  if (hasMore) context.note(`There are more than ${limit}: use --limit.`)
}

function linesOf({ id, goalId, text, options, state, askedBy, createdAt, answer }: GoalQuestion): string[] {
  return [
    `${minuteOf(createdAt)}  ${oneLine(state)}  ${actorText(askedBy)}`,
    `  Question ${oneLine(id)}, goal ${oneLine(goalId)}`,
    ...indented(text).map((line) => `  ${line}`.trimEnd()),
    ...options.map((option) => `    – ${oneLine(option)}`),
    ...(answer ? answerLines(answer).map((line) => `  ${line}`.trimEnd()) : []),
  ]
}
