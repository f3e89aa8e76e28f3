/** The claim under which a command runs: `cairn work` hands it on in the environment. */
import { InvalidArgumentError } from 'commander'
import type { Context } from '../../context.ts'

type Environment = Pick<Context, 'environment'>

/** Whether the environment has a claim on the goal. */
const isWorkOn = (goalId: string, environment: NodeJS.ProcessEnv) =>
  environment.CAIRN_GOAL?.toLowerCase() === goalId

/** Returns the fence that a command names: of its option, or of the claim on this goal under which it runs. */
export function fenceFor({ environment }: Environment, goalId: string, fence?: number): number | undefined {
  if (fence !== undefined) return fence
  const { CAIRN_FENCE } = environment
  return CAIRN_FENCE && isWorkOn(goalId, environment) ? fenceIn(CAIRN_FENCE) : undefined
}

/** Returns the run that a command names: of its option, of the claim on this goal, or of the environment. */
export function runFor({ environment }: Environment, goalId: string, run?: string): string | undefined {
  const { CAIRN_RUN, CAIRN_RUN_ID } = environment
  return run ?? (isWorkOn(goalId, environment) ? (CAIRN_RUN ?? CAIRN_RUN_ID) : CAIRN_RUN_ID)
}

/** A fence is a larger number than others of the command line. */
export function fenceIn(argument: string): number {
  if (!/^[1-9]\d{0,15}$/.test(argument) || !Number.isSafeInteger(Number(argument))) {
    throw new InvalidArgumentError('Use the number that the claim has.')
  }
  return Number(argument)
}

export const fenceOption = [
  '--fence <number>',
  'that of your claim; default: CAIRN_FENCE, if CAIRN_GOAL is the goal',
  fenceIn,
] as const
