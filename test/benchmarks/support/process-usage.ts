import { readFileSync } from 'node:fs'

/** Linux reports hundredths of a second, whatever the tick of its kernel (`getconf CLK_TCK`). */
const ticksPerSecond = 100

/** The processor time of all threads of a process since its start, without its children; undefined without `/proc`. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the command's name in parentheses, may contain anything, so count fields after it (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number)
    return (userTicks + systemTicks) / ticksPerSecond
  } catch {
    return undefined
  }
}
