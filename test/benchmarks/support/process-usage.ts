import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever its kernel ticks in (`getconf CLK_TCK`). */
const ticksPerSecond = 100
const pageBytes = 4096

export type ProcessUsage = {
  /** Of all threads, since its start. */
  cpuSeconds: number
  residentBytes: number
  openFiles: number
}

/** What a process uses, its children not counted; undefined where there is no `/proc`. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the command's name in brackets, may hold anything; fields are counted from behind it (proc(5)).
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13)
    return {
      cpuSeconds: (userTicks + systemTicks) / ticksPerSecond,
      residentBytes: (fields[21] ?? 0) * pageBytes,
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
    }
  } catch {
    return undefined
  }
}

/** Processor time that a process took between two moments, for each of so many requests, in milliseconds. */
export function cpuMillisecondsEach(
  before: ProcessUsage | undefined,
  after: ProcessUsage | undefined,
  requests: number,
): number | undefined {
  if (!before || !after || requests === 0) return undefined
  return ((after.cpuSeconds - before.cpuSeconds) * 1_000) / requests
}
