import type { Goal, UpdateGoalRequest } from '@cairn/client'
import type { Command } from 'commander'
import { goalIdIn, wholeNumber } from '../../arguments.ts'
import { type Connection, type Context, rememberRevision } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import { fenceFor, fenceOption } from '../work/claimed-work.ts'

type Changes = Omit<UpdateGoalRequest, 'expectedVersion' | 'claimFence'>

export type VersionOption = { expectedVersion?: number; fence?: number }

/** Adds the argument and the option of every command that changes a goal. */
export const withGoal = (command: Command) =>
  command
    .argument('<goal>', 'its id or page', goalIdIn)
    .option('--expected-version <version>', 'the version that you have read', wholeNumber)
    .option(...fenceOption)

/**
 * Reads a goal, and changes what `changesOf` returns. What was read is what is changed: somebody who is faster is not overwritten.
 * @throws `CairnConflictError` if somebody was faster, and `CommandError` if nothing is to be changed.
 */
export async function changeGoal(
  context: Context,
  goalId: string,
  { expectedVersion, fence }: VersionOption,
  changesOf: (goal: Goal, connection: Connection) => Changes | Promise<Changes>,
): Promise<void> {
  const connection = await context.connect()
  const { cairn, origin } = connection
  const params = { goalId }
  const { goal: current } = await cairn.getGoal({ params })
  const changes = await changesOf(current, connection)
  if (Object.keys(changes).length === 0) throw usageError('Say what to change: see --help.')
  const claimFence = fenceFor(context, goalId, fence)
  const body = { ...changes, expectedVersion: expectedVersion ?? current.version, claimFence }
  const { goal } = await cairn.updateGoal({ params, body })
  await written(context, origin, goal, 'Changed')
}

/** Says that a goal was written. */
export async function written(context: Context, origin: string, goal: Goal, verb: string): Promise<void> {
  await rememberRevision(context, origin, goal.id, goal.revision)
  if (context.json) return context.printJson({ goal })
  await context.print(`${verb} "${oneLine(goal.title)}", version ${goal.version}.`, oneLine(goal.id))
}
