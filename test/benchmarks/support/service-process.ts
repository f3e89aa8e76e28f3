import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { readRunningService } from '@cairn/local/data-directory/data-directory'
import { attachCommandSocket } from '@cairn/local/database/command-socket'
import { mainScript } from '../../support/service/child-process.ts'
import { pinned } from './cores.ts'
import { localTable } from './in-process.ts'
import { withTemporaryDirectory } from './temporary-directory.ts'

const startDeadlineMilliseconds = 20_000
const pollMilliseconds = 20
const stopDeadlineMilliseconds = 10_000

export type ServiceProcess = {
  origin: string
  pid: number
  process: ChildProcess
  /** The service's table, for writing and reading directly. */
  database: Database
}

type ServiceProcessOptions<Prepared> = {
  /** Fills the data directory before the service is started on it. */
  prepare(dataDirectory: string): Promise<Prepared>
  nodeArguments?: string[]
  /** Adds to or overrides the environment of every benchmark. */
  environment?: Record<string, string>
}

/**
 * Runs the service like `npm start`, on its own core, with its data and log in a temporary directory, and stops it afterwards.
 * `BENCH_CPU_PROFILE=<directory>` writes a CPU profile of the service.
 */
export function withServiceProcess<Prepared, T>(
  { prepare, nodeArguments = [], environment = {} }: ServiceProcessOptions<Prepared>,
  use: (service: ServiceProcess, prepared: Prepared) => Promise<T>,
): Promise<T> {
  return withTemporaryDirectory(async (directory) => {
    const dataDirectory = path.join(directory, 'data')
    const logFile = path.join(directory, 'service.log')
    const prepared = await prepare(dataDirectory)
    const started = await spawnService(dataDirectory, logFile, nodeArguments, environment)
    let database: Database | undefined
    try {
      const origin = await listeningOrigin(started.process, logFile)
      const running = await readRunningService(dataDirectory)
      if (!running?.socket) throw new Error('service.json does not name a socket.')
      database = createDatabase({ ...localTable, attach: attachCommandSocket(running.socket) })
      const { process: child } = started
      return await use({ origin, pid: child.pid ?? 0, process: child, database }, prepared)
    } catch (error) {
      console.error(await lastErrors(logFile))
      throw error
    } finally {
      if (database) closeDatabase(database)
      await started.end()
    }
  })
}

async function spawnService(
  dataDirectory: string,
  logFile: string,
  nodeArguments: string[],
  environment: Record<string, string>,
) {
  const log = await open(logFile, 'w')
  const profile = process.env.BENCH_CPU_PROFILE
  const [command = '', ...parameters] = pinned('service', [
    process.execPath,
    ...nodeArguments,
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
      ...environment,
    },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
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
  const lines = (await readFile(logFile, 'utf8')).split('\n')
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
