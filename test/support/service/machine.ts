import { afterEach, beforeEach } from 'vitest'
import {
  type ChildService,
  createTemporaryDirectory,
  isRunning,
  type RunningCommand,
  startChildService,
} from './child-process.ts'

type Machine = {
  /** The data directory of the running test. */
  readonly directory: string
  /** Starts the service on it, in a process of its own. */
  start(environment?: Record<string, string>, command?: RunningCommand): Promise<ChildService>
}

/** Gives each test of the file a data directory of its own and kills what still runs on it afterwards. */
export function machineForEachTest(): Machine {
  let directory = ''
  let remove = async () => {}
  const children: ChildService[] = []

  beforeEach(async () => {
    ;({ directory, remove } = await createTemporaryDirectory())
  })
  afterEach(async () => {
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
  }
}
