import { CommanderError } from 'commander'
import { exitCodes, signalCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'
import { createRun } from './run.ts'
import { Interrupted } from './settings/secret-input.ts'

/** Runs `cairn` with these arguments, and returns its exit code. */
export async function runCairn(parameters: readonly string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.done
  const run = createRun(io, (code) => {
    exitCode = code
  })
  try {
    await createProgram(io, run).parseAsync([...parameters], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof Interrupted) return signalCodes.SIGINT
    // Help and version are no errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    throw error
  }
}
