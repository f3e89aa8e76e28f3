import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports hundredths of a second, whatever the tick of its kernel (`getconf CLK_TCK`). */
const ticksPerSecond = 100
const pageBytes = 4096

export type ProcessUsage = {
  /** Of all threads, since the start. */
  cpuSeconds: number
  residentBytes: number
  openFiles: number
}

/** The resources that a process uses, without its children; undefined without `/proc`. */
export function usageOf(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the command's name in parentheses, may contain anything, so count fields after it (proc(5)).
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

/** The processor time of all of these processes since their starts; undefined without `/proc`. */
export function cpuSecondsOf(pids: readonly number[]): number | undefined {
  let seconds = 0
  for (const pid of pids) {
    const usage = usageOf(pid)
    if (!usage) return undefined
    seconds += usage.cpuSeconds
  }
  return seconds
}
