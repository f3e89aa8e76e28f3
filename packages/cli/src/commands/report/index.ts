import { CairnConflictError, type Goal, type GoalConflict } from '@cairn/client'
import { type Command, Option } from 'commander'
import { amount, goalIdIn, micros, several, wholeNumber } from '../../arguments.ts'
import { type Connection, type Context, rememberRevision, revisionRead } from '../../context.ts'
import { exitCodes } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import type { Run } from '../../run.ts'
import { ask } from '../../settings/ask.ts'
import { entryLines, inOrder, leftOut, titlesOf } from '../history/entry-lines.ts'
import { fenceOption } from '../work/claimed-work.ts'
import { type ContentOptions, contentOf } from './content.ts'

type Options = ContentOptions & { revision?: number; anyway?: boolean }

export function addReportCommand(program: Command, run: Run): void {
  program
    .command('report')
    .description('report on a goal; if somebody was faster, shows what you missed')
    .argument('<goal>', 'its id or page', goalIdIn)
    .requiredOption('--summary <text>', 'what happened, in one sentence')
    .option('--details <text>', 'what happened, in Markdown; default: the summary')
    .option('--details-file <file>', 'the same from a file, or from standard input with -')
    .addOption(
      new Option('--status <status>', 'default: as it is').choices([
        'active',
        'paused',
        'completed',
        'archived',
      ]),
    )
    .addOption(
      new Option('--health <health>', 'default: as it is').choices(['on_track', 'at_risk', 'off_track']),
    )
    .option(
      '--criterion <name=result:note>',
      'met, not_met or unknown, with a note if you like; by number, title or id; repeatable',
      several,
    )
    .option(
      '--criterion-evidence <name=title=url>',
      'a link that shows what --criterion says of it; repeatable',
      several,
    )
    .option('--measure <name=value>', 'by number, title or id; repeatable', several)
    .option('--evidence <title=url>', 'a link that shows it; repeatable', several)
    .option(
      '--revision <number>',
      'the revision that you have read; default: the one you were shown',
      wholeNumber,
    )
    .option('--key <key>', 'idempotency key: the same key and content make one report')
    .option('--run <id>', 'the run of the program that reports; default: CAIRN_RUN or CAIRN_RUN_ID')
    .option(...fenceOption)
    .option('--handoff <text>', 'what whoever continues must know, in Markdown')
    .option('--handoff-file <file>', 'the same from a file, or from standard input with -')
    .option('--no-handoff', 'remove the hand-off of earlier reports')
    .option('--input-tokens <number>', 'tokens that the work has read', amount)
    .option('--output-tokens <number>', 'tokens that the work has written', amount)
    .option('--seconds <number>', 'how long the work took', amount)
    .option('--cost <amount>', 'what the work has cost, such as 0.25', micros)
    .option('--anyway', 'report on top of what you have missed')
    .action(run(reportOnGoal))
}

async function reportOnGoal(context: Context, goalId: string, options: Options): Promise<void> {
  const connection = await context.connect()
  const { cairn, origin } = connection
  const { goal } = await cairn.getGoal({ params: { goalId } })
  const report = await contentOf(goal, options, context)
  const expectedRevision = options.revision ?? (await revisionRead(context, origin, goalId)) ?? goal.revision
  const update = await cairn
    .report(
      goalId,
      { ...report, expectedRevision },
      {
        onConflict: async (conflict) => {
          const goesOn = await catchUp(context, connection, goal, conflict, options)
          if (goesOn) await rememberRevision(context, origin, goalId, conflict.revision)
          return goesOn
        },
      },
    )
    .catch((error: unknown) => {
      // A claim that was lost is no matter of revisions.
      if (error instanceof CairnConflictError && error.code !== 'goal_claim_lost' && !context.json) {
        context.note('Nothing was reported. To report on top: --anyway')
        context.endWith(exitCodes.conflict)
        return undefined
      }
      throw error
    })
  if (!update) return
  await rememberRevision(context, origin, goalId, update.revision)
  if (context.json) return context.printJson({ update })
  await context.print(`Reported on "${oneLine(goal.title)}", revision ${update.revision}.`)
}

/** Shows what was missed, and returns whether to report on top of it. */
async function catchUp(
  context: Context,
  { origin, people }: Connection,
  goal: Goal,
  { revision, updates, edits, truncated }: GoalConflict,
  { anyway = false }: Options,
): Promise<boolean> {
  if (context.json) return anyway
  const known = await people()
  const missed = inOrder(updates, edits)
  context.note(
    context.style.bold(`The goal is at revision ${revision}. You have missed:`),
    ...missed.flatMap((entry) => entryLines(entry, known, titlesOf(goal, edits))),
    ...leftOut({ updates, edits }, { truncated }),
  )
  if (anyway) return true
  // It was shown: the next report is on top of it.
  await rememberRevision(context, origin, goal.id, revision)
  return ask('Report anyway? [y/N] ', context.io)
}
