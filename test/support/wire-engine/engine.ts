import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type EngineProcess, spawnEngine } from './engine-process.ts'

/** Below the ports that Linux hands to outgoing connections (32768 and up). */
const lowestPort = 20_000
const portsToChooseFrom = 12_000
const portAttempts = 20

export type WireEngine = {
  endpoint: string
  pid: number
  /** May be called again. */
  stop(): Promise<void>
}

export type WireEngineOptions = {
  /** The directory of the database file, as Cairn 0.1 had it. Without it, everything is kept in memory. */
  dataDirectory?: string | undefined
}

/**
 * Starts the engine and resolves when it accepts requests. It ends with this process, however this process ends.
 * @throws `Error` if the platform has no engine, or the engine does not start.
 */
export async function startWireEngine({ dataDirectory }: WireEngineOptions = {}): Promise<WireEngine> {
  const binary = engineBinary()
  const host = randomLoopbackAddress()
  const databaseFile = dataDirectory && path.resolve(dataDirectory, 'cairn.sqlite')
  for (let attempt = 1; ; attempt++) {
    const port = lowestPort + randomInt(portsToChooseFrom)
    let started: EngineProcess
    try {
      started = await spawnEngine({ binary, host, port, databaseFile })
    } catch (error) {
      const isPortInUse = String(error).includes('already in use')
      if (isPortInUse && attempt < portAttempts) continue
      throw error
    }
    const { pid, stop } = started
    return { endpoint: `http://${host}:${port}`, pid, stop }
  }
}

function engineBinary(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')
    return path.join(path.dirname(manifest), 'dynoxide')
  } catch {
    throw new Error('The wire engine exists for Linux x64 only.')
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
