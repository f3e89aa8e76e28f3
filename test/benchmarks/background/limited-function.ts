import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const lambdaProcess = fileURLToPath(new URL('../../infra/support/lambda-process.ts', import.meta.url))

/** The controller of processor time (cgroup v1). */
const controller = '/sys/fs/cgroup/cpu'
const periodMicroseconds = 100_000
/** A sweep ends so long before its timeout. */
const timeoutMilliseconds = 900_000

export type LimitedFunction = {
  invoke(event: object): Promise<unknown>
  /** Processor time of the process so far. */
  cpuMilliseconds(): number
  stop(): Promise<void>
}

/**
 * Starts a built function in a process with a share of a processor. Lambda limits functions in the same way.
 *
 * @throws if the share is below 1 and this process may not create control groups.
 */
export async function startLimitedFunction(
  file: string,
  environment: Record<string, string>,
  share: number,
): Promise<LimitedFunction> {
  const child = fork(lambdaProcess, [file], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('The function did not start.')
    }),
  ])
  const group = share < 1 ? limit(child.pid ?? 0, share) : undefined
  let calls = 0
  return {
    invoke: async (event) => {
      child.send({ id: String(++calls), event, timeout: timeoutMilliseconds })
      const [{ result, failure }] = (await once(child, 'message')) as [{ result: unknown; failure?: string }]
      if (failure !== undefined) throw new Error(failure)
      return result
    },
    cpuMilliseconds: () => processorTimeOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      if (group) rmdirSync(group)
    },
  }
}

function limit(pid: number, share: number): string {
  const group = `${controller}/cairn-bench-${process.pid}`
  mkdirSync(group, { recursive: true })
  writeFileSync(`${group}/cpu.cfs_period_us`, String(periodMicroseconds))
  writeFileSync(`${group}/cpu.cfs_quota_us`, String(Math.round(periodMicroseconds * share)))
  writeFileSync(`${group}/cgroup.procs`, String(pid))
  return group
}

/** Clock ticks of /proc are hundredths of a second. */
const millisecondsPerTick = 10

function processorTimeOf(pid: number): number {
  // After the name, which may contain spaces, the fields begin with the third.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user = 0, system = 0] = [fields[11], fields[12]].map(Number)
  return (user + system) * millisecondsPerTick
}
