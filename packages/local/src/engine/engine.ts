import { randomInt } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockDirectory } from '../data-directory/directory-lock.ts'
import { replaceFile } from '../data-directory/replace-file.ts'
import { StartError } from '../start-error.ts'
import { type EngineProcess, spawnEngine } from './engine-process.ts'

/** Below the ports that Linux hands to outgoing connections (32768 and up), so that a restart finds its port free. */
const lowestPort = 20_000
const portsToChooseFrom = 12_000
const portAttempts = 20
/**
 * The engine forgets the request tokens of transactions when it ends. A try whose answer was lost with it would, sent
 * again to the next engine, fail on what it has itself written. So the next one comes when the SDK's tries
 * (3 within 0.3 s) are over: the request is a 503, and nobody is told that what was written was refused.
 */
const restartPauseMilliseconds = 1_000
/** An engine whose service was killed is gone within milliseconds; what is left after this time is killed here. */
const orphanDeadlineMilliseconds = 1_000

export type Engine = {
  endpoint: string
  /** The engine's process at this moment; another one after a restart. */
  readonly pid: number
  stop(): Promise<void>
}

export type EngineOptions = {
  /** Where the database file lies; without it everything is kept in memory. */
  dataDirectory?: string | undefined
  /** Called when the engine ended by itself and answers again, on the same port. */
  onRestart?: () => Promise<void>
  /** Takes a sentence for the person at the terminal. */
  report?: (sentence: string) => void
}

/**
 * Starts the embedded engine and settles once it answers. It is started again when it ends by itself, and ends with
 * this process, however this process ends.
 * @throws StartError where the platform has no engine, the directory is in use, or the engine does not start.
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const { dataDirectory, onRestart = async () => {}, report = () => {} } = options
  const binary = engineBinary()
  const lock = dataDirectory === undefined ? undefined : await lockDirectory(dataDirectory)
  const files = dataDirectory === undefined ? undefined : filesIn(dataDirectory)

  const host = randomLoopbackAddress()

  /** Leaves no engine behind where it throws: nobody would know of it, and it would hold the port. */
  async function spawnOn(port: number): Promise<EngineProcess> {
    const started = await spawnEngine({ binary, host, port, databaseFile: files?.database })
    try {
      if (files) await replaceFile(files.pid, `${started.pid}\n`)
    } catch (error) {
      await started.stop()
      throw error
    }
    return started
  }

  async function startOnFreePort(): Promise<{ engine: EngineProcess; port: number }> {
    for (let attempt = 1; ; attempt++) {
      const port = lowestPort + randomInt(portsToChooseFrom)
      if (!(await isFree(host, port))) continue
      try {
        return { engine: await spawnOn(port), port }
      } catch (error) {
        const tookIt = error instanceof StartError && error.message.includes('already in use')
        if (!tookIt || attempt === portAttempts) throw error
      }
    }
  }

  let current: EngineProcess
  let port: number
  try {
    if (files) await removeOrphan(files)
    const started = await startOnFreePort()
    current = started.engine
    port = started.port
  } catch (error) {
    await lock?.release()
    throw error
  }

  const stopping = new AbortController()
  const supervision = supervise()

  /** Keeps an engine on the port until `stop`. */
  async function supervise(): Promise<void> {
    for (;;) {
      await current.gone
      if (stopping.signal.aborted) return
      report('The embedded engine ended by itself; it is started again.')
      await delay(restartPauseMilliseconds, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await spawnOn(port)
        if (!stopping.signal.aborted) await onRestart()
      } catch (error) {
        report(error instanceof Error ? error.message : String(error))
        await current.stop()
      }
      if (stopping.signal.aborted) await current.stop()
    }
  }

  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    stopping.abort()
    await current.stop()
    await supervision
    if (files) await rm(files.pid, { force: true })
    await lock?.release()
  }

  return {
    endpoint: `http://${host}:${port}`,
    get pid() {
      return current.pid
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

type EngineFiles = ReturnType<typeof filesIn>

function filesIn(dataDirectory: string) {
  return {
    database: path.resolve(dataDirectory, 'cairn.sqlite'),
    pid: path.resolve(dataDirectory, 'engine.pid'),
  }
}

function engineBinary(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')
    return path.join(path.dirname(manifest), 'dynoxide')
  } catch {
    throw new StartError(
      'There is no embedded engine for this platform: set DYNAMODB_ENDPOINT to DynamoDB Local or to AWS.',
    )
  }
}

/**
 * One of 16 million addresses in 127.0.0.0/8, never 127.0.0.1. Threat: the engine takes any credentials, and lets pages of every
 * site read what it returns (`access-control-allow-origin: *`). A page in a browser on this machine can try every port of
 * one address within seconds, but not every port of all of them.
 */
function randomLoopbackAddress(): string {
  const octet = () => randomInt(1, 255)
  return `127.${octet()}.${octet()}.${octet()}`
}

async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, host, () => resolve(true))
  })
  if (free) await new Promise((resolve) => probe.close(resolve))
  return free
}

/**
 * The guard of a killed service kills its engine, but not in the same instant; and who killed the guard as well left
 * an engine behind. Either way this directory's lock is ours by now, so no engine of another service is met.
 */
async function removeOrphan(files: EngineFiles): Promise<void> {
  const pid = Number.parseInt(await readFile(files.pid, 'utf8').catch(() => ''), 10)
  if (!(pid > 0)) return
  const isOrphan = async () => {
    // The arguments tell whether the number still means that engine. A killed one has none.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return commandLine.split('\0').includes(files.database)
  }
  for (let waited = 0; await isOrphan(); waited += 10) {
    if (waited >= orphanDeadlineMilliseconds) process.kill(pid, 'SIGKILL')
    await delay(10)
  }
}
