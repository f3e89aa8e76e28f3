import { CairnClaimLostError, type ClaimedWork, type HeldGoal } from '@cairn/client'
import { type Command, InvalidArgumentError } from 'commander'
import { goalIdIn, wholeNumber } from '../../arguments.ts'
import type { Connection, Context } from '../../context.ts'
import { exitCodes, mayPass, signalCodes, usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import { tryAgain } from '../../output/words.ts'
import type { Run } from '../../run.ts'
import { startChild, stopChild } from './child.ts'
import { type ChoiceOptions, claimChosen, isNext, withChoice } from './choice.ts'
import { type Signals, takeSignals } from './signals.ts'

type Options = ChoiceOptions & { loop?: true; keepGoing?: true; grace: number }

/** Between two runs on the same goal, which the command has left as it was. */
const firstPauseSeconds = 5
const longestPauseSeconds = 300

export function addWorkCommand(program: Command, run: Run): void {
  withChoice(program.command('work').description('claim a goal, and renew the claim while a command runs'))
    .usage('[options] [goal] -- <command> [arguments]')
    .argument('<words...>', 'the goal, unless the options choose it, and the command that works on it')
    .option('--loop', 'take the next goal after each run that ends with 0')
    .option('--keep-going', 'with --loop: also after a run that fails')
    .option('--grace <seconds>', 'how long the command may take to end if the claim is lost', wholeNumber, 10)
    .action(run(work))
}

async function work(context: Context, words: string[], options: Options): Promise<void> {
  const { goalId, command } = wordsOf(words, options)
  const connection = await context.connect()
  const signals = takeSignals(context.io)
  try {
    const turn: Turn = { context, connection, goalId, command, options, signals }
    context.endWith(options.loop ? await workOnAll(turn) : await workOnOne(turn))
  } finally {
    signals.stop()
  }
}

function wordsOf(words: string[], options: Options): { goalId: string | undefined; command: string[] } {
  const [first = '', ...rest] = words
  if (options.loop && !isNext(options)) throw usageError('--loop takes the next goal: use --next.')
  if (options.keepGoing && !options.loop) throw usageError('--keep-going needs --loop.')
  const command = isNext(options) ? words : rest
  if (command.length === 0) throw usageError('Name a command: cairn work <goal> -- <command>')
  return { goalId: isNext(options) ? undefined : goalOf(first), command }
}

function goalOf(argument: string): string {
  try {
    return goalIdIn(argument)
  } catch (error) {
    throw error instanceof InvalidArgumentError ? usageError(`${error.message} Or use --next.`) : error
  }
}

type Turn = {
  context: Context
  connection: Connection
  goalId: string | undefined
  command: string[]
  options: Options
  signals: Signals
}

async function workOnOne(turn: Turn): Promise<number> {
  const { context, goalId, options, connection } = turn
  const held = await claimChosen(connection.cairn, goalId, options, {})
  if (held.goal !== null) return runOn(turn, held)
  context.note(`No goal is ready: ${tryAgain(held.retryAfterSeconds)}`)
  return exitCodes.nothingReady
}

/** Takes one goal after the other, until a run fails or a signal arrives. */
async function workOnAll(turn: Turn): Promise<number> {
  const { signals, options } = turn
  /** The goal of the last run, and how often it came in a row. */
  let last: { id: string; times: number } | undefined
  for (;;) {
    const held = await nextOf(turn)
    if (held === undefined) return codeOf(signals.got)
    const { id } = held.goal
    last = { id, times: last?.id === id ? last.times + 1 : 0 }
    const pauseSeconds =
      last.times === 0 ? 0 : Math.min(firstPauseSeconds * 2 ** (last.times - 1), longestPauseSeconds)
    const code = await runOn(turn, held, pauseSeconds).catch((error: unknown) => {
      if (!options.keepGoing || !(error instanceof CairnClaimLostError)) throw error
      turn.context.note(`cairn: ${oneLine(error.message)}`)
      return exitCodes.claimLost
    })
    if (signals.got !== undefined || (code !== 0 && !options.keepGoing)) return code
  }
}

/** Waits for a goal that is ready, also while the service is gone. Returns undefined after a signal. */
async function nextOf({ context, connection, options, signals }: Turn): Promise<HeldGoal | undefined> {
  let failures = 0
  while (signals.got === undefined) {
    let seconds: number
    try {
      const held = await claimChosen(connection.cairn, undefined, options, {})
      if (held.goal !== null) return held
      failures = 0
      seconds = held.retryAfterSeconds
    } catch (error) {
      if (!mayPass(error)) throw error
      failures++
      seconds = Math.min(2 ** failures, longestPauseSeconds)
      context.note(`cairn: ${oneLine((error as Error).message)} Asking again in ${seconds} seconds.`)
    }
    await pauseOf(context, seconds, [signals.ended])
  }
  return undefined
}

/** Runs the command on a goal that is held, and returns its exit code. The goal is released after it. */
async function runOn(turn: Turn, held: HeldGoal, pauseSeconds = 0): Promise<number> {
  const { context, connection, command, options, signals } = turn
  return connection.cairn.withClaim(held, async ({ goal, claim, signal }: ClaimedWork) => {
    if (pauseSeconds > 0) await pauseOf(context, pauseSeconds, [signals.ended, signal])
    if (signals.got !== undefined || signal.aborted) return codeOf(signals.got)
    const child = startChild(command, {
      ...context.environment,
      CAIRN_GOAL: goal.id,
      CAIRN_FENCE: `${claim.fence}`,
      CAIRN_RUN: claim.runId ?? '',
    })
    signals.child = child
    const stop = () => stopChild(child, options.grace * 1_000)
    let stopped: Promise<void> | undefined
    signal.addEventListener('abort', () => {
      stopped = stop()
    })
    try {
      return await child.ended
    } finally {
      signals.child = undefined
      await stopped
    }
  })
}

/** A signal as shells say it; 0 for none. */
const codeOf = (signal: NodeJS.Signals | undefined): number =>
  signal === undefined
    ? exitCodes.done
    : ((signalCodes as Record<string, number>)[signal] ?? exitCodes.failed)

/** Waits until one of the signals ends it. */
async function pauseOf({ io }: Context, seconds: number, ends: AbortSignal[]): Promise<void> {
  const end = AbortSignal.any(ends)
  await io.pause(seconds * 1_000, end).catch((error: unknown) => {
    if (!end.aborted) throw error
  })
}
