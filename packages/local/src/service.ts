import { randomUUID } from 'node:crypto'
import type { AttachDatabase, Database } from '@cairn/domain/storage/database/client'
import { checkFormat, FormatError } from '@cairn/domain/storage/table/check-format'
import { attachEngine } from '@cairn/engine'
import { createSweepHandler } from '@cairn/functions/due/handler'
import { type Configuration, createFallbackHandler, createRuntime } from '@cairn/lambda'
import type { CallerMemory } from '@cairn/lambda/auth/caller-memory'
import { providers } from '@cairn/lambda/auth/providers'
import { createEmailDelivery, mailboxPathOf } from '@cairn/lambda/email/email-delivery'
import { createEventWaits } from '@cairn/lambda/pipeline/waiting/event-waits'
import { createWebhookSender } from '@cairn/lambda/webhooks/webhook-sender'
import { logWebhookState } from '@cairn/lambda/webhooks/webhook-state-log'
import { type ChangeWorker, startChangeWorker } from './background/change-worker.ts'
import { startDueTimer } from './background/due-timer.ts'
import { startWebhookWorker } from './background/webhook-worker.ts'
import {
  createDataDirectory,
  newSecret,
  readLastService,
  readOrCreateCursorSecret,
  removeRunningService,
  writeRunningService,
} from './data-directory/data-directory.ts'
import { openCommandSocket, removeStaleSocket } from './database/command-socket.ts'
import { openDatabase } from './database/open-database.ts'
import { ensureTable } from './database/table.ts'
import { createDevMail, devMailPath, hostOnThisMachine } from './dev-mail/dev-mail.ts'
import { createMailbox } from './dev-mail/mailbox.ts'
import { type Gateway, type GatewayHandlers, startGateway } from './gateway/gateway.ts'
import { createSite } from './gateway/site.ts'
import { createGroups } from './groups.ts'
import { writeLogLine } from './log-output.ts'
import { credentialVariables, type Environment, readSettings } from './settings.ts'
import { StartError, sentenceOf } from './start-error.ts'

export type LocalServiceOptions = {
  /** The variables that the README lists. The process's own environment is not read. */
  environment?: Environment
  /** Instead of `PORT`; 0 chooses a free one. */
  port?: number
  /** Instead of `DATA_DIR`; `null` keeps everything in memory. */
  dataDirectory?: string | null
  /** Instead of `DYNAMODB_ENDPOINT`. */
  endpoint?: string
  /** Instead of `TABLE_NAME`. */
  tableName?: string
  /** Instead of `DYNAMODB_ENDPOINT` and `DATA_DIR`: an open database in this process. */
  attach?: AttachDatabase
  clock?: () => Date
  /** For tests: whether the process does what follows from changes. Default: true. */
  background?: boolean
  /** For tests: how long, in milliseconds, the stopping service still reads what clients have sent. */
  lastCall?: number
  /** For tests: what the process remembers of callers. */
  callers?: CallerMemory
  /** How often expired records of the embedded database are deleted, in milliseconds. Default: once a minute. */
  deleteExpiredEvery?: number
  /** The time that a stopping service waits for receivers of webhooks, in milliseconds. Default: 2 seconds. */
  webhookGrace?: number
  /** How often the service does what is due, in milliseconds; null: only when `sweep` is called. Default: once a minute. */
  sweepEvery?: number | null
  /** Writes a line of the log, which includes emails. Default: standard output. */
  writeLine?: (line: string) => void
  /** Writes a sentence for the person at the terminal. Default: standard error. */
  report?: (sentence: string) => void
}

export type LocalService = {
  origin: string
  port: number
  tableName: string
  /** The service's own connection to its table, for tests. */
  database: Database
  /** Does what is due now, for tests. */
  sweep(): Promise<void>
  /** Finishes requests in flight, within 5 seconds, and closes the database. May be called again. */
  stop(): Promise<void>
}

const stopGraceMilliseconds = 5_000
/** How often expired records are deleted. */
const expiryMilliseconds = 60_000

/**
 * Runs the whole service in this process. Resolves when it accepts requests.
 * @throws StartError or ConfigurationError, with nothing left running.
 */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const {
    clock,
    callers,
    background = true,
    writeLine = writeLogLine,
    report = (sentence) => process.stderr.write(`${sentence}\n`),
  } = options
  const environment = { ...options.environment }
  if (options.endpoint !== undefined) environment.DYNAMODB_ENDPOINT = options.endpoint
  if (options.tableName !== undefined) environment.TABLE_NAME = options.tableName
  if (options.port !== undefined) environment.PORT = String(options.port)
  const settings = readSettings(environment)
  const dataDirectory = options.dataDirectory === undefined ? settings.dataDirectory : options.dataDirectory
  const { tableName, region, credentials } = settings

  // Stops what has been started so far, in this order: the gateway before the database, so that no request loses its database.
  const endings: (() => Promise<void>)[] = []
  const waits = createEventWaits()
  let stopped: Promise<void> | undefined
  async function endAll(): Promise<void> {
    for (const end of endings) await end()
  }
  const stop = () => {
    waits.end()
    stopped ??= endAll()
    return stopped
  }

  try {
    // Bind the port first: a port in use is reported before anything else starts, and the web origin needs its number.
    const handlers = Promise.withResolvers<GatewayHandlers>()
    const gateway: Gateway = await startGateway({
      port: settings.port,
      host: settings.host,
      handlers: handlers.promise,
      clock,
      webOrigin: environment.WEB_ORIGIN,
      lastCall: options.lastCall,
      logError: (message, requestId, cause) => writeLine(errorLine(message, requestId, cause)),
    })
    // Without the port if it is 80, as browsers send it.
    const { origin } = new URL(`http://localhost:${gateway.port}`)
    const webOrigin = environment.WEB_ORIGIN || origin
    let ready = false
    endings.push(() => gateway.close(ready ? stopGraceMilliseconds : 0))

    if (dataDirectory !== null) await createDataDirectory(dataDirectory)
    const { endpoint } = settings
    let { attach } = options
    let isOwnDatabase = false
    if (endpoint === undefined && attach === undefined) {
      const engine = await openDatabase(dataDirectory, {
        report,
        deleteExpiredEvery: options.deleteExpiredEvery ?? expiryMilliseconds,
        ...(clock && { now: () => clock().getTime() }),
      })
      endings.push(async () => engine.close())
      attach = (client) => attachEngine(client, engine)
      isOwnDatabase = true
    }
    await ensureTable({ endpoint, tableName, region, credentials, attach })
    let changeWorker: ChangeWorker | undefined
    const mailbox = createMailbox(clock ?? (() => new Date()))
    const mailHost = hostOnThisMachine(webOrigin)
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
      {
        ...(clock && { clock }),
        ...(callers && { callers }),
        ...(attach && { attachDatabase: attach }),
        ...(background && {
          changes: { wake: () => changeWorker?.wake(), settled: async (id) => changeWorker?.settled(id) },
          waits,
        }),
        writeLine,
        mailbox: mailHost ? { path: devMailPath, keep: mailbox.keep } : undefined,
      },
    )
    await checkFormat(runtime.database).catch((error) => {
      throw new StartError(
        error instanceof FormatError ? error.message : `Cannot use table ${tableName}: ${sentenceOf(error)}`,
      )
    })
    const webhooks = startWebhookWorker({
      services: {
        database: runtime.database,
        webOrigin,
        sender: createWebhookSender(runtime.configuration.webhookTargets),
        email: createEmailDelivery(runtime),
        clock: runtime.clock,
        onStateChange: logWebhookState(runtime.logger),
        // Only one process opens the embedded database.
        onlyProcess: isOwnDatabase ? randomUUID() : undefined,
      },
      pollsAtStart: background,
      ...(options.webhookGrace !== undefined && { grace: options.webhookGrace }),
      logError: (message, error) => runtime.logger.error(message, { error: error as Error }),
    })
    endings.splice(1, 0, () => webhooks.stop())
    if (background) {
      changeWorker = startChangeWorker(runtime.database, {
        clock: runtime.clock,
        listeners: [waits.wake, webhooks.wake],
        logger: runtime.logger,
      })
      endings.splice(1, 0, () => changeWorker?.stop() ?? Promise.resolve())
    }
    if (sharesOneAddress(runtime.configuration)) report(oneAddressWarning)
    const site = await createSite({ webOrigin, port: gateway.port })
    // Refused in production (`readEmailDelivery`): emails contain valid links.
    const devMail = mailHost && mailboxPathOf(runtime) ? createDevMail(mailbox, mailHost) : undefined
    handlers.resolve({
      groups: createGroups(runtime),
      fallback: createFallbackHandler(runtime),
      site: async (request) => (await devMail?.(request)) ?? site(request),
    })
    ready = true
    const dueTimer = startDueTimer({
      sweep: createSweepHandler(runtime, { wakeWebhooks: webhooks.wake }),
      logError: (message, error) => runtime.logger.warn(message, { error: error as Error }),
      every: background ? options.sweepEvery : null,
    })
    endings.unshift(() => dueTimer.stop())
    if (dataDirectory !== null) {
      const commands = isOwnDatabase ? await openCommandSocket(runtime.database.client) : undefined
      if (commands) {
        endings.unshift(() => commands.close())
        // This process has locked the database, so that service is gone.
        const last = await readLastService(dataDirectory)
        if (last?.socket !== undefined) await removeStaleSocket(last.socket)
      }
      await writeRunningService(dataDirectory, {
        pid: process.pid,
        endpoint,
        socket: commands?.path,
        tableName,
      })
      endings.push(() => removeRunningService(dataDirectory))
    }
    const { database } = runtime
    return { origin, port: gateway.port, tableName, database, sweep: dueTimer.sweep, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether all clients share one rate limit, because a proxy in front does not report their addresses. */
function sharesOneAddress({ webOrigin, clientAddressHeader, auth, rateLimits }: Configuration): boolean {
  // This server has no TLS, so https means a proxy. Under `trusted_proxy`, addresses are not used.
  const isBehindProxy = webOrigin.startsWith('https:') && !providers[auth.provider].isProxy
  return isBehindProxy && clientAddressHeader === undefined && rateLimits !== undefined
}

const oneAddressWarning =
  'WEB_ORIGIN is https, but CLIENT_ADDRESS_HEADER is not set. All clients appear to have the address of the proxy, so wrong passwords from one person can block everybody from signing in. See "Behind a proxy" in the README.'

/** The usual limits of addresses if clients can be told apart. */
function rateLimits({ CLIENT_ADDRESS_HEADER }: Environment): string {
  return CLIENT_ADDRESS_HEADER ? callerLimits : `${rateLimitsOfOneAddress},${callerLimits}`
}

/**
 * More than one machine can serve: no caller costs money here, and callers who take turns do not starve each other
 * (`caller-turns.ts`).
 */
const callerLimits =
  'request.token=3000000,request.account=6000000,request.organization=10000000,write.token=600000,write.account=1200000'

/** Everybody on one machine shares the loopback address. The limits of each account stay. */
const rateLimitsOfOneAddress =
  'login.address=3000,register.account=100,register.address=3000,verifyEmail.address=3000,acceptInvitation.address=10000,issueInvitation.account=3000,issueInvitation.address=10000,createOrganization.address=10000,testWebhook.address=3000,resendEmailVerification.account=100,resendEmailVerification.address=3000,forgotPassword.account=100,forgotPassword.address=3000,resetPassword.address=3000,confirmPassword.address=3000,changeEmail.account=100,changeEmail.address=3000,registerProgram.account=3000,registerProgram.address=3000,authorizeProgram.account=3000,authorizeProgram.address=3000,enterDeviceCode.address=3000'

async function cursorSecret(dataDirectory: string | null): Promise<string> {
  return dataDirectory === null ? newSecret() : await readOrCreateCursorSecret(dataDirectory)
}

/** A log line in the form of the functions' own. */
function errorLine(message: string, requestId: string, cause: unknown): string {
  const error =
    cause instanceof Error ? { name: cause.name, message: cause.message, stack: cause.stack } : cause
  return JSON.stringify({ level: 'ERROR', message, timestamp: new Date().toISOString(), requestId, error })
}
