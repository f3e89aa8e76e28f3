import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/** Lists of cores for `taskset`: one for the service and its database, the others for the load. */
type Cores = { service: string; others: string; all: string }

/** Undefined, and nothing is pinned, with a single core or without `taskset`. */
export const cores: Cores | undefined = findCores()

function findCores(): Cores | undefined {
  const last = cpus().length - 1
  if (last < 1) return undefined
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return { service: '0', others: `1-${last}`, all: `0-${last}` }
}

/** Moves all threads of a process to the cores. */
export function pin(pid: number, list: keyof Cores): void {
  if (cores)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores[list], String(pid)], {
      stdio: 'ignore',
    })
}

/** Returns a command that runs `command` and its children on the cores from the start. */
export function pinned(list: keyof Cores, command: string[]): string[] {
  return cores ? ['taskset', '--cpu-list', cores[list], ...command] : command
}
