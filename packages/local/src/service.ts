import { type Configuration, createFallbackHandler, createRuntime } from '@cairn/lambda'
import {
  createDataDirectory,
  newSecret,
  readOrCreateCursorSecret,
  removeRunningService,
  writeRunningService,
} from './data-directory/data-directory.ts'
import { type Engine, startEngine } from './engine/engine.ts'
import { ensureTable } from './engine/table.ts'
import { finishDeletions } from './finish-deletions.ts'
import { type Gateway, type GatewayHandlers, startGateway } from './gateway/gateway.ts'
import { createSite } from './gateway/site.ts'
import { createGroups } from './groups.ts'
import { credentialVariables, type Environment, readSettings } from './settings.ts'

export type LocalServiceOptions = {
  /** The variables that the README lists. Nothing is read from the process's own environment. */
  environment?: Environment
  /** Instead of `PORT`; 0 chooses a free one. */
  port?: number
  /** Instead of `DATA_DIR`; `null` keeps everything in memory. */
  dataDirectory?: string | null
  /** Instead of `DYNAMODB_ENDPOINT`. */
  endpoint?: string
  /** Instead of `TABLE_NAME`. */
  tableName?: string
  clock?: () => Date
  /** Takes every line of the log, mails included; standard output where it is not said. */
  writeLine?: (line: string) => void
  /** Takes sentences for the person at the terminal; standard error where it is not said. */
  report?: (sentence: string) => void
}

export type LocalService = {
  origin: string
  port: number
  /** Where the table is: the embedded engine's address, or the one that was given. */
  endpoint: string
  tableName: string
  /** The embedded engine, where it is used. */
  engine: Engine | undefined
  /** Finishes what is in flight, for 5 seconds at most, and ends the engine. May be called again. */
  stop(): Promise<void>
}

const stopGraceMilliseconds = 5_000

/**
 * Runs the whole service in this process and settles once it answers.
 * @throws StartError or ConfigurationError, with nothing left running.
 */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const {
    clock,
    writeLine = (line) => process.stdout.write(`${line}\n`),
    report = (sentence) => process.stderr.write(`${sentence}\n`),
  } = options
  const environment = { ...options.environment }
  if (options.endpoint !== undefined) environment.DYNAMODB_ENDPOINT = options.endpoint
  if (options.tableName !== undefined) environment.TABLE_NAME = options.tableName
  if (options.port !== undefined) environment.PORT = String(options.port)
  const settings = readSettings(environment)
  const dataDirectory = options.dataDirectory === undefined ? settings.dataDirectory : options.dataDirectory
  const { tableName, region, credentials } = settings

  // How to end what has been started so far, in the order of ending: no request is left without its engine.
  const endings: (() => Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  async function endAll(): Promise<void> {
    for (const end of endings) await end()
  }
  const stop = () => {
    stopped ??= endAll()
    return stopped
  }

  try {
    // The port comes first: a taken one is told before anything else happens, and the web origin needs its number.
    const handlers = Promise.withResolvers<GatewayHandlers>()
    const gateway: Gateway = await startGateway({
      port: settings.port,
      host: settings.host,
      handlers: handlers.promise,
      clock,
      logError: (message, requestId, cause) => writeLine(errorLine(message, requestId, cause)),
    })
    const origin = `http://localhost:${gateway.port}`
    const webOrigin = environment.WEB_ORIGIN || origin
    let ready = false
    endings.push(() => gateway.close(ready ? stopGraceMilliseconds : 0))

    if (dataDirectory !== null) await createDataDirectory(dataDirectory)
    let engine: Engine | undefined
    let endpoint = settings.endpoint
    if (endpoint === undefined) {
      const started = await startEngine({
        dataDirectory: dataDirectory ?? undefined,
        onRestart: () => ensureTable({ endpoint: started.endpoint, tableName, region, credentials }),
        report,
      })
      endings.push(() => started.stop())
      engine = started
      endpoint = started.endpoint
    }
    await ensureTable({ endpoint, tableName, region, credentials })
    const runtime = createRuntime(
      {
        ...environment,
        ...credentialVariables(settings),
        DYNAMODB_ENDPOINT: endpoint,
        TABLE_NAME: tableName,
        WEB_ORIGIN: webOrigin,
        CURSOR_SECRET: environment.CURSOR_SECRET || (await cursorSecret(dataDirectory)),
        EMAIL_DELIVERY: environment.EMAIL_DELIVERY || 'log',
        RATE_LIMITS: environment.RATE_LIMITS || rateLimits(environment),
        METRICS: environment.METRICS || 'off',
      },
      { ...(clock && { clock }), writeLine },
    )
    if (sharesOneAddress(runtime.configuration)) report(oneAddressWarning)
    handlers.resolve({
      groups: createGroups(runtime),
      fallback: createFallbackHandler(runtime),
      site: await createSite({ webOrigin, port: gateway.port }),
    })
    ready = true
    if (settings.endpoint === undefined) {
      // Another database has its own clean-up, or none: what it holds is not this process's alone.
      const cleanUp = finishDeletions(runtime.database, runtime.logger)
      endings.unshift(() => cleanUp.stop())
    }
    if (dataDirectory !== null) {
      await writeRunningService(dataDirectory, { pid: process.pid, endpoint, tableName })
      endings.push(() => removeRunningService(dataDirectory))
    }
    return { origin, port: gateway.port, endpoint, tableName, engine, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether all clients come through a proxy that does not say who they are, and are limited together. */
function sharesOneAddress({ webOrigin, clientAddressHeader, auth, rateLimits }: Configuration): boolean {
  // Nothing here speaks TLS. Under `trusted_proxy` addresses are not looked at.
  const isBehindProxy = webOrigin.startsWith('https:') && auth.provider !== 'trusted_proxy'
  return isBehindProxy && clientAddressHeader === undefined && rateLimits !== undefined
}

const oneAddressWarning =
  'WEB_ORIGIN is https and CLIENT_ADDRESS_HEADER is not set: all clients seem to have the address of the proxy, so wrong passwords of one person can block everybody from signing in. See "Behind a proxy" in packages/local/README.md.'

/** The usual ones where clients can be told apart. */
function rateLimits({ CLIENT_ADDRESS_HEADER }: Environment): string {
  return CLIENT_ADDRESS_HEADER ? 'on' : rateLimitsOfOneAddress
}

/** Everybody on one machine shares the loopback address. What one account may attempt stays. */
const rateLimitsOfOneAddress =
  'login.address=3000,register.account=100,register.address=3000,verifyEmail.address=3000,acceptInvitation.address=10000,issueInvitation.account=3000,issueInvitation.address=10000,createOrganization.address=10000'

async function cursorSecret(dataDirectory: string | null): Promise<string> {
  return dataDirectory === null ? newSecret() : await readOrCreateCursorSecret(dataDirectory)
}

/** In the form of the functions' own log lines. */
function errorLine(message: string, requestId: string, cause: unknown): string {
  const error =
    cause instanceof Error ? { name: cause.name, message: cause.message, stack: cause.stack } : cause
  return JSON.stringify({ level: 'ERROR', message, timestamp: new Date().toISOString(), requestId, error })
}
