import {
  CairnConflictError,
  clientVersion,
  type Goal,
  type GoalConflict,
  type GoalHealth,
  type GoalStatus,
  type Report,
} from '@cairn/client'
import { type Command, Option } from 'commander'
import { findNamed, finiteNumber, goalIdIn, pair, several, textOf, wholeNumber } from '../arguments.ts'
import { type Connection, type Context, peopleOf, rememberRevision, revisionRead } from '../context.ts'
import { exitCodes, usageError } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import type { Run } from '../run.ts'
import { ask } from '../settings/ask.ts'
import { entryLines, inOrder } from './history/entry-lines.ts'

type Options = {
  summary: string
  details?: string
  detailsFile?: string
  status?: GoalStatus
  health?: GoalHealth
  criterion?: string[]
  measure?: string[]
  evidence?: string[]
  revision?: number
  key?: string
  run?: string
  anyway?: boolean
}

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
      '--criterion <name=result>',
      'met, not_met or unknown; by number, title or id; repeatable',
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
    .option('--run <id>', 'the run of the program that reports; default: CAIRN_RUN_ID')
    .option('--anyway', 'report on top of what you have missed')
    .action(run(reportOnGoal))
}

async function reportOnGoal(context: Context, goalId: string, options: Options): Promise<void> {
  const { cairn, origin } = await context.connect()
  const { goal } = await cairn.getGoal({ params: { goalId } })
  const report = await reportOf(goal, options, context)
  const expectedRevision = options.revision ?? (await revisionRead(context, origin, goalId)) ?? goal.revision
  const update = await cairn
    .report(
      goalId,
      { ...report, expectedRevision },
      {
        onConflict: async (conflict) => {
          const goesOn = await catchUp(context, { cairn, origin }, goalId, conflict, options)
          if (goesOn) await rememberRevision(context, origin, goalId, conflict.revision)
          return goesOn
        },
      },
    )
    .catch((error: unknown) => {
      if (error instanceof CairnConflictError && !context.json) {
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
  { cairn, origin }: Connection,
  goalId: string,
  { revision, updates, edits, truncated }: GoalConflict,
  { anyway = false }: Options,
): Promise<boolean> {
  if (context.json) return anyway
  const people = peopleOf(await cairn.getMe())
  const missed = inOrder(updates, edits)
  context.note(
    context.style.bold(`The goal is at revision ${revision}. You have missed:`),
    ...missed.flatMap((entry) => entryLines(entry, people)),
    ...(truncated ? [`… and more: cairn history ${goalId}`] : []),
  )
  if (anyway) return true
  // It was shown: the next report is on top of it.
  await rememberRevision(context, origin, goalId, revision)
  return ask('Report anyway? [y/N] ', context.io)
}

async function reportOf(goal: Goal, options: Options, { environment, io }: Context): Promise<Report> {
  const { summary, detailsFile, status, health, criterion = [], measure = [], evidence = [] } = options
  const details = detailsFile === undefined ? options.details : await textOf(detailsFile, io)
  const runId = options.run ?? environment.CAIRN_RUN_ID
  return {
    summary,
    details: details ?? summary,
    clientInfo: { name: 'cairn', version: clientVersion },
    ...(status && { status }),
    ...(health && { health }),
    ...(options.key !== undefined && { idempotencyKey: options.key }),
    ...(runId && { runId }),
    ...(criterion.length > 0 && { verdicts: criterion.map((argument) => verdictOf(goal, argument)) }),
    ...(measure.length > 0 && { measurements: measure.map((argument) => measurementOf(goal, argument)) }),
    ...(evidence.length > 0 && { evidence: evidence.map(evidenceOf) }),
  }
}

function verdictOf(goal: Goal, argument: string) {
  const [name, result] = pair(argument, '--criterion')
  if (result !== 'met' && result !== 'not_met' && result !== 'unknown') {
    throw usageError('--criterion: use met, not_met or unknown.')
  }
  return { criterionId: findNamed(goal.criteria, name, 'criterion').id, result } as const
}

function measurementOf(goal: Goal, argument: string) {
  const [name, value] = pair(argument, '--measure')
  return { measureId: findNamed(goal.measures, name, 'measure').id, value: finiteNumber(value, '--measure') }
}

function evidenceOf(argument: string) {
  const [title, url] = pair(argument, '--evidence')
  return { title, url }
}
