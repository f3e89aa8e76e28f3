import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { readRunningService } from '@cairn/local/data-directory/data-directory'
import { attachCommandSocket } from '@cairn/local/database/command-socket'
import { startWireEngine } from '@cairn/wire-engine'
import { mainScript } from '../../support/service/child-process.ts'
import type { DataPlace } from '../workload/prepare-data.ts'
import { pin, pinned } from './cores.ts'
import { localTable } from './in-process.ts'
import { withTemporaryDirectory } from './temporary-directory.ts'

const startDeadlineMilliseconds = 20_000
const pollMilliseconds = 20
const stopDeadlineMilliseconds = 10_000

export type ServiceProcess = {
  origin: string
  pid: number
  /** Every process that works on a request: the service, and its database if that is one. */
  pids: number[]
  process: ChildProcess
  /** The service's table, for writing and reading directly. */
  database: Database
}

/** `wire` is Cairn 0.1's engine, a process of its own on the service's core. */
export type EngineName = 'embedded' | 'wire'

type ServiceProcessOptions<Prepared> = {
  /** Creates the data before the service is started on it. */
  prepare(place: DataPlace): Promise<Prepared>
  /** The service's database. Default: the embedded one. */
  engine?: EngineName
  nodeArguments?: string[]
  /** Adds to or overrides the environment of every benchmark. */
  environment?: Record<string, string>
}

/**
 * Runs the service like `npm start`, with its database on a core of its own, with its data and log in a temporary directory, and
 * stops both afterwards.
 * `BENCH_CPU_PROFILE=<directory>` writes a CPU profile of the service.
 */
export function withServiceProcess<Prepared, T>(
  { prepare, engine = 'embedded', nodeArguments = [], environment = {} }: ServiceProcessOptions<Prepared>,
  use: (service: ServiceProcess, prepared: Prepared) => Promise<T>,
): Promise<T> {
  return withTemporaryDirectory(async (directory) => {
    const dataDirectory = path.join(directory, 'data')
    const logFile = path.join(directory, 'service.log')
    const wire = engine === 'wire' ? await startWireEngine({ dataDirectory: directory }) : undefined
    let started: Awaited<ReturnType<typeof spawnService>> | undefined
    let database: Database | undefined
    try {
      if (wire) pin(wire.pid, 'service')
      const prepared = await prepare({ dataDirectory, ...(wire && { endpoint: wire.endpoint }) })
      started = await spawnService(dataDirectory, logFile, nodeArguments, {
        ...environment,
        ...(wire && { DYNAMODB_ENDPOINT: wire.endpoint }),
      })
      const { process: child } = started
      const origin = await listeningOrigin(child, logFile)
      database = await connectTo(dataDirectory, wire?.endpoint)
      const pid = child.pid ?? 0
      const pids = wire ? [pid, wire.pid] : [pid]
      return await use({ origin, pid, pids, process: child, database }, prepared)
    } catch (error) {
      console.error(await lastErrors(logFile))
      throw error
    } finally {
      if (database) closeDatabase(database)
      await started?.end()
      await wire?.stop()
    }
  })
}

/** Connects to the table of a running service. */
async function connectTo(dataDirectory: string, endpoint: string | undefined): Promise<Database> {
  if (endpoint !== undefined) return createDatabase({ ...localTable, endpoint })
  const running = await readRunningService(dataDirectory)
  if (!running?.socket) throw new Error('service.json does not name a socket.')
  return createDatabase({ ...localTable, attach: attachCommandSocket(running.socket) })
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
