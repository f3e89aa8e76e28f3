import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mainScript } from '../../support/service/child-process.ts'
import type { DataPlace } from '../workload/prepare-data.ts'
import { pinned } from './cores.ts'
import { withTemporaryDirectory } from './temporary-directory.ts'

const startDeadlineMilliseconds = 20_000
const pollMilliseconds = 20
const stopDeadlineMilliseconds = 10_000

export type ServiceProcess = {
  origin: string
  pid: number
}

type ServiceProcessOptions<Prepared> = {
  /** Creates the data before the service is started on it. */
  prepare(place: DataPlace): Promise<Prepared>
}

/**
 * Runs the service like `npm start`, with its database on a core of its own, with its data and log in a temporary directory, and
 * stops both afterwards.
 * `BENCH_CPU_PROFILE=<directory>` writes a CPU profile of the service.
 */
export function withServiceProcess<Prepared, T>(
  { prepare }: ServiceProcessOptions<Prepared>,
  use: (service: ServiceProcess, prepared: Prepared) => Promise<T>,
): Promise<T> {
  return withTemporaryDirectory(async (directory) => {
    const dataDirectory = path.join(directory, 'data')
    const logFile = path.join(directory, 'service.log')
    let started: Awaited<ReturnType<typeof spawnService>> | undefined
    try {
      const prepared = await prepare({ dataDirectory })
      started = await spawnService(dataDirectory, logFile)
      const { process: child } = started
      const origin = await listeningOrigin(child, logFile)
      return await use({ origin, pid: child.pid ?? 0 }, prepared)
    } catch (error) {
      console.error(await lastErrors(logFile))
      throw error
    } finally {
      await started?.end()
    }
  })
}

async function spawnService(dataDirectory: string, logFile: string) {
  const log = await open(logFile, 'w')
  const profile = process.env.BENCH_CPU_PROFILE
  const [command = '', ...parameters] = pinned('service', [
    process.execPath,
    ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profile)}`] : []),
    mainScript,
  ])
  const child = spawn(command, parameters, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDirectory,
      EMAIL_DELIVERY: 'off',
      RATE_LIMITS: 'off',
      // As under npm: the service watches its parent, and ends with it.
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', log.fd, log.fd],
  })
  await log.close()
  const exited = new Promise<boolean>((resolve) => child.once('close', () => resolve(true)))
  const kill = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)

  async function end(): Promise<void> {
    child.kill('SIGTERM')
    const hasEnded = await Promise.race([exited, delay(stopDeadlineMilliseconds, false, { ref: false })])
    if (!hasEnded) child.kill('SIGKILL')
    await exited
    process.off('exit', kill)
  }
  return { process: child, end }
}

/** The last failures in the log, which say more than the responses. */
async function lastErrors(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).split('\n')
  return lines
    .filter((line) => line !== '' && !line.includes('"level":"INFO"'))
    .slice(-5)
    .join('\n')
}

async function listeningOrigin(child: ChildProcess, logFile: string): Promise<string> {
  for (let waited = 0; waited < startDeadlineMilliseconds; waited += pollMilliseconds) {
    const log = await readFile(logFile, 'utf8')
    const origin = /^Cairn listens on (\S+)$/m.exec(log)?.[1]
    if (origin !== undefined) return origin
    if (child.exitCode !== null)
      throw new Error(`The service ended with ${child.exitCode}: ${log.slice(-2_000)}`)
    await delay(pollMilliseconds)
  }
  throw new Error('The service did not start in time.')
}
