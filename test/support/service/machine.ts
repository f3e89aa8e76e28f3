import { type Command, exitCodeOf } from '@cairn/local/commands/command'
import { type LocalService, type LocalServiceOptions, startLocalService } from '@cairn/local/service'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  type ChildService,
  createTemporaryDirectory,
  type Exit,
  isRunning,
  type RunningCommand,
  startChildService,
} from './child-process.ts'

/** A service in this process: its log so far, and what it has told the person at the terminal. */
type ServiceHere = LocalService & { lines: string[]; sentences: string[] }

type CommandExit = Omit<Exit, 'signal'>

type Machine = {
  /** The data directory of the running test. */
  readonly directory: string
  /** Starts the service on it, in a process of its own. */
  start(environment?: Record<string, string>, command?: RunningCommand): Promise<ChildService>
  /** Starts the service on it in this process: whatever is not about processes is cheaper here. */
  startHere(options?: LocalServiceOptions): Promise<ServiceHere>
  /** Runs a command on it in this process. */
  run(command: Command, ...parameters: string[]): Promise<CommandExit>
}

/** Gives each test of the file a data directory of its own and stops what still runs on it afterwards. */
export const machineForEachTest = () => createMachine(beforeEach, afterEach)

/** Gives the tests of a block one data directory, and stops what still runs on it after them. */
export const machineForAllTests = () => createMachine(beforeAll, afterAll)

type Hook = (run: () => Promise<void>) => void

function createMachine(before: Hook, after: Hook): Machine {
  let directory = ''
  let remove = async () => {}
  const children: ChildService[] = []
  const services: LocalService[] = []

  before(async () => {
    ;({ directory, remove } = await createTemporaryDirectory())
  })
  after(async () => {
    for (const service of services.splice(0)) await service.stop()
    for (const child of children.splice(0)) {
      if (await isRunning(child.pid)) process.kill(child.pid, 'SIGKILL')
      await child.exited
    }
    await remove()
  })
  return {
    get directory() {
      return directory
    },
    start: async (environment = {}, command) => {
      const child = await startChildService({ DATA_DIR: directory, ...environment }, command)
      children.push(child)
      return child
    },
    startHere: async (options) => {
      const [lines, sentences]: [string[], string[]] = [[], []]
      const service = await startLocalService({
        port: 0,
        dataDirectory: directory,
        writeLine: (line) => lines.push(line),
        report: (sentence) => sentences.push(sentence),
        sweepEvery: null,
        lastCall: 0,
        ...options,
        environment: { NODE_ENV: 'test', ...options?.environment },
      })
      services.push(service)
      return { ...service, lines, sentences }
    },
    run: (command, ...parameters) => runHere(command, parameters, { DATA_DIR: directory }),
  }
}

/** Runs a command in this process, which has the variables of this environment only. */
export async function runHere(
  command: Command,
  parameters: readonly string[],
  environment: Record<string, string>,
): Promise<CommandExit> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await exitCodeOf(command, parameters, {
    environment,
    print: (line) => stdout.push(`${line}\n`),
    complain: (sentence) => stderr.push(`${sentence}\n`),
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}
