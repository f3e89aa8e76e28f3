import type { GoalClaim } from '@cairn/client'
import type { Command } from 'commander'
import { goalIdIn } from '../../arguments.ts'
import { type Context, rememberRevision } from '../../context.ts'
import { exitCodes } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import { minuteOf, tryAgain } from '../../output/words.ts'
import type { Run } from '../../run.ts'
import { type ChoiceOptions, claimChosen, withChoice } from './choice.ts'
import { fenceFor, fenceOption } from './claimed-work.ts'

type Options = ChoiceOptions & { run?: string; note?: string; url?: string }

export function addClaimCommands(program: Command, run: Run): void {
  withChoice(
    program.command('claim').description('claim a goal to work on it; the same run extends its claim'),
  )
    .argument('[goal]', 'its id or page; without it: --next', goalIdIn)
    .option('--run <id>', 'the run of the program that works; default: CAIRN_RUN_ID, or a new one')
    .option('--note <text>', 'what you do, for people to see')
    .option('--url <address>', 'where people can watch, with https')
    .action(run(claim))
  program
    .command('release')
    .description('release a goal that you have claimed')
    .argument('<goal>', 'its id or page', goalIdIn)
    .option(
      '--fence <number>',
      'that of the claim; default: CAIRN_FENCE, or that of the current claim',
      fenceOption[2],
    )
    .action(run(release))
}

async function claim(context: Context, goalId: string | undefined, options: Options): Promise<void> {
  const { cairn, origin } = await context.connect()
  const held = await claimChosen(cairn, goalId, options, {
    runId: options.run ?? context.environment.CAIRN_RUN_ID,
    externalUrl: options.url,
    note: options.note,
  })
  if (held.goal === null) {
    context.endWith(exitCodes.nothingReady)
    if (context.json) return context.printJson(held)
    return context.note(`No goal is ready: ${tryAgain(held.retryAfterSeconds)}`)
  }
  const { goal, claim } = held
  await rememberRevision(context, origin, goal.id, goal.revision)
  if (context.json) return context.printJson({ goal, claim })
  await context.print(
    `Claimed "${oneLine(goal.title)}" until ${minuteOf(claim.expiresAt)}.`,
    ...claimFacts(claim),
    oneLine(goal.id),
  )
}

const claimFacts = ({ fence, runId }: GoalClaim) => [
  `Fence ${fence}${runId === null ? '' : `, run ${oneLine(runId)}`}.`,
]

async function release(context: Context, goalId: string, options: { fence?: number }): Promise<void> {
  const { cairn } = await context.connect()
  const { goal } = await cairn.getGoal({ params: { goalId } })
  const fence = fenceFor(context, goalId, options.fence) ?? goal.claim?.fence
  if (fence !== undefined) await cairn.releaseGoalClaim({ params: { goalId }, query: { fence } })
  if (context.json) return context.printJson({ goalId, fence: fence ?? null })
  const title = oneLine(goal.title)
  await context.print(fence === undefined ? `Nobody has claimed "${title}".` : `Released "${title}".`)
}
