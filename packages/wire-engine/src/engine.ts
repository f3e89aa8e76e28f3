import { randomInt } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { replaceFile } from '@cairn/local/data-directory/replace-file'
import { StartError } from '@cairn/local/start-error'
import { lockDirectory } from './directory-lock.ts'
import { type EngineProcess, spawnEngine } from './engine-process.ts'

/** Below the ports that Linux hands to outgoing connections (32768 and up), so that a restart finds its port free. */
const lowestPort = 20_000
const portsToChooseFrom = 12_000
const portAttempts = 20
/**
 * The engine forgets the request tokens of transactions when it ends. A transaction whose outcome was lost with it would, if
 * retried on the next engine, fail on its own write. So the next engine starts after the SDK's retries (3 within 0.3 s): the
 * request is a 503, and no committed write is reported as refused.
 */
const restartPauseMilliseconds = 1_000
/** The engine of a killed service is gone within milliseconds. After this time it is killed here. */
const orphanDeadlineMilliseconds = 1_000

export type Engine = {
  endpoint: string
  /** The engine's current process id, which changes with a restart. */
  readonly pid: number
  stop(): Promise<void>
}

export type EngineOptions = {
  /** The directory of the database file. Without it, everything is kept in memory. */
  dataDirectory?: string | undefined
  /** Called when the engine has ended unexpectedly and accepts requests again, on the same port. */
  onRestart?: () => Promise<void>
  /** Takes a sentence for the person at the terminal. */
  report?: (sentence: string) => void
}

/**
 * Starts the embedded engine and resolves when it accepts requests. The engine is restarted if it ends unexpectedly, and ends
 * with this process, however this process ends.
 * @throws StartError if the platform has no engine, the directory is in use, or the engine does not start.
 */
export async function startWireEngine(options: EngineOptions = {}): Promise<Engine> {
  const { dataDirectory, onRestart = async () => {}, report = () => {} } = options
  const binary = engineBinary()
  const lock = dataDirectory === undefined ? undefined : await lockDirectory(dataDirectory)
  const files = dataDirectory === undefined ? undefined : filesIn(dataDirectory)

  const host = randomLoopbackAddress()

  /** Leaves no engine running if it throws: nothing would stop it, and it would hold the port. */
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
      report('The embedded engine ended unexpectedly. Restarting it.')
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
      'There is no embedded engine for this platform. Set DYNAMODB_ENDPOINT to DynamoDB Local or AWS.',
    )
  }
}

/**
 * One of 16 million addresses in 127.0.0.0/8, never 127.0.0.1. Threat: the engine accepts any credentials, and lets pages of any
 * site read its responses (`access-control-allow-origin: *`). A page in a browser on this machine can try every port of
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
 * Ends an engine that a killed service left behind: its guard may not have killed the engine yet, or was killed too. This process
 * holds the directory's lock, so it is no other service's engine.
 */
async function removeOrphan(files: EngineFiles): Promise<void> {
  const pid = Number.parseInt(await readFile(files.pid, 'utf8').catch(() => ''), 10)
  if (!(pid > 0)) return
  const isOrphan = async () => {
    // The arguments show whether the process id still belongs to that engine. A killed process has none.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return commandLine.split('\0').includes(files.database)
  }
  for (let waited = 0; await isOrphan(); waited += 10) {
    if (waited >= orphanDeadlineMilliseconds) process.kill(pid, 'SIGKILL')
    await delay(10)
  }
}
