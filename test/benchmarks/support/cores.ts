import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/** Lists of cores as `taskset` takes them: the service alone on one, the load and the engine on the others. */
type Cores = { service: string; others: string; all: string }

/** Undefined where there is one core only, or no `taskset`: then nothing is pinned. */
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

/** Moves every thread of a process. */
export function pin(pid: number, list: keyof Cores): void {
  if (cores)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores[list], String(pid)], {
      stdio: 'ignore',
    })
}

/** A command that runs on the cores from its first instruction, and whatever it starts with it. */
export function pinned(list: keyof Cores, command: string[]): string[] {
  return cores ? ['taskset', '--cpu-list', cores[list], ...command] : command
}
