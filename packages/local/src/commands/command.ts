import type { Environment } from '../settings.ts'
import { StartError, sentenceAbout } from '../start-error.ts'

/** Returns the line that runs a command: `npm run backup -- <file>` in a checkout, `cairn-server backup <file>` in the package. */
export type Invocation = (command: string, parameters?: string) => string

const invocationOfNpm: Invocation = (command, parameters) =>
  `npm run ${command}${parameters === undefined ? '' : ` -- ${parameters}`}`

/** The parts of the process that a command uses. */
export type Surroundings = {
  environment: Environment
  /** Prints a line of the result. */
  print: (line: string) => void
}

export type Command = {
  /** One line for a list of commands. */
  summary: string
  usage: (lineOf: Invocation) => string
  /** Returns whether all is well; throws `UsageError` if a parameter is wrong, otherwise what `sentenceAbout` explains. */
  run: (parameters: readonly string[], surroundings: Surroundings) => Promise<boolean>
}

/** Parameters that the command does not take. The person at the terminal gets its usage. */
export class UsageError extends StartError {}

/** Returns the lines of a usage text that say what each way to run a command does. */
export function usageLines(rows: readonly (readonly [line: string, meaning: string])[]): string {
  const width = Math.max(...rows.map(([line]) => line.length))
  return rows.map(([line, meaning]) => `  ${line.padEnd(width)}   ${meaning}`).join('\n')
}

type Terminal = Surroundings & {
  complain: (sentence: string) => void
  /** How the person at the terminal runs commands. */
  lineOf?: Invocation
}

/** Runs a command, and returns its exit code. A failure that the person at the terminal can act on is one sentence. */
export async function exitCodeOf(
  { run, usage }: Command,
  parameters: readonly string[],
  { complain, lineOf = invocationOfNpm, ...surroundings }: Terminal,
): Promise<0 | 1> {
  if (parameters.includes('--help')) {
    surroundings.print(usage(lineOf))
    return 0
  }
  try {
    return (await run(parameters, surroundings)) ? 0 : 1
  } catch (error) {
    complain(error instanceof UsageError ? usage(lineOf) : sentenceAbout(error))
    return 1
  }
}

/** Runs a command as this process. */
export async function runCommand(
  command: Command,
  parameters: readonly string[] = process.argv.slice(2),
  lineOf?: Invocation,
): Promise<void> {
  process.exitCode = await exitCodeOf(command, parameters, {
    environment: process.env,
    ...(lineOf && { lineOf }),
    print: (line) => console.log(line),
    complain: (sentence) => console.error(sentence),
  })
}
