import type { Environment } from '../settings.ts'
import { sentenceAbout } from '../start-error.ts'

/** The parts of the process that a command uses. */
export type Surroundings = {
  environment: Environment
  /** Prints a line of the result. */
  print: (line: string) => void
}

/** A command of `npm run`. Returns whether all is well; throws what `sentenceAbout` explains. */
export type Command = (parameters: readonly string[], surroundings: Surroundings) => Promise<boolean>

/** Runs a command, and returns its exit code. A failure that the person at the terminal can act on is one sentence. */
export async function exitCodeOf(
  command: Command,
  parameters: readonly string[],
  { complain, ...surroundings }: Surroundings & { complain: (sentence: string) => void },
): Promise<0 | 1> {
  try {
    return (await command(parameters, surroundings)) ? 0 : 1
  } catch (error) {
    complain(sentenceAbout(error))
    return 1
  }
}

/** Runs a command as this process. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await exitCodeOf(command, process.argv.slice(2), {
    environment: process.env,
    print: (line) => console.log(line),
    complain: (sentence) => console.error(sentence),
  })
}
