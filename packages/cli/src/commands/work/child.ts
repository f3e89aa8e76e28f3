/** The command of `cairn work`: a process group of its own, which gets the signals and all of the terminal's input and output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { CommandError } from '../../exit-codes.ts'

/** As shells say it. */
const notFound = 127
const notRunnable = 126

/** Windows has no process groups. */
const hasGroups = process.platform !== 'win32'

export type Child = {
  /** Sends a signal to the command and all that it has started. */
  signal: (signal: NodeJS.Signals) => void
  /** The exit code, or as shells say it for a command that a signal has ended. */
  ended: Promise<number>
}

/** Starts a command. Standard input, output and error are those of this process. */
export function startChild([command = '', ...parameters]: string[], environment: NodeJS.ProcessEnv): Child {
  const child = spawn(command, parameters, { stdio: 'inherit', detached: hasGroups, env: environment })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
    child.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code === 'ENOENT' ? notFound : notRunnable
      reject(new CommandError(`Cannot run ${command}: ${error.code}`, code))
    })
  })
  return { signal: (signal) => sendTo(child, signal), ended }
}

function sendTo(child: ChildProcess, signal: NodeJS.Signals): void {
  // Without an id it was never started.
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Stops a command, by force after the grace, and returns once nothing of it is left. */
export async function stopChild({ signal, ended }: Child, graceMilliseconds: number): Promise<void> {
  signal('SIGTERM')
  const force = setTimeout(() => signal('SIGKILL'), graceMilliseconds)
  await ended.catch(() => undefined)
  clearTimeout(force)
  // Nothing that it has started may go on with work that somebody else has.
  signal('SIGKILL')
}
