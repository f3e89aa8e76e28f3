import type { AttachDatabase } from '@cairn/domain/storage/database/client'
import type { CallerMemory } from '@cairn/lambda/auth/caller-memory'
import { type LocalService, startLocalService } from '@cairn/local/service'
import { requireNoSecretIn } from '../used-secrets.ts'
import { noMemory } from './caller-memories.ts'
import { createTestTable, type TestTable } from './engine.ts'

export type TestService = LocalService & {
  table: TestTable
  /** Every line of the log so far, emails included; nothing is printed. */
  lines: string[]
  /** Whether what was made on another plain service may be copied to this one: it differs in port and table only. */
  isPlain: boolean
}

export type TestServiceOptions = {
  clock?: () => Date
  /** The process's memory of callers. */
  callers?: CallerMemory
  /** In addition to the defaults of a test service; `undefined` removes a variable. */
  environment?: Record<string, string | undefined>
  /**
   * An engine proxy in front of `table`, which must be a wire table. The service does nothing in the background then, which
   * the proxy would count and disturb.
   */
  endpoint?: string
  /** Of a call recorder in front of `table`. The service does nothing in the background then either. */
  attach?: AttachDatabase
  /** Whether the service does what follows from changes. Default: true without `endpoint` and `attach`. */
  background?: boolean
  /** The time that a stopping service waits for receivers of webhooks, in milliseconds. */
  webhookGrace?: number
  /** A table shared with another service; `stop` does not delete it. */
  table?: TestTable
}

/** Settings on which accounts, cookies and emails depend. */
const changesAccounts = /^(?:AUTH_|WEB_ORIGIN|EMAIL_|SMTP_|INVITATION_)/

/** Starts the whole service in this process, on a free port, with a table of its own in this process. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { clock, environment, endpoint } = options
  // `.ci/nightly` runs the tests without memory too.
  const callers = options.callers ?? (process.env.TEST_CALLERS === 'new' ? noMemory : undefined)
  const table = options.table ?? (await createTestTable())
  const attach = options.attach ?? table.attach
  const isPlain =
    !clock &&
    table.attach !== undefined &&
    !Object.keys(environment ?? {}).some((name) => changesAccounts.test(name))
  const lines: string[] = []
  const service = await startLocalService({
    port: 0,
    dataDirectory: null,
    ...(attach && { attach }),
    ...(!table.attach && { endpoint: endpoint ?? table.endpoint }),
    tableName: table.tableName,
    environment: { NODE_ENV: 'test', WEBHOOK_TARGETS: 'loopback', ...environment },
    background: options.background ?? (endpoint === undefined && options.attach === undefined),
    ...(clock && { clock }),
    ...(options.webhookGrace !== undefined && { webhookGrace: options.webhookGrace }),
    ...(callers && { callers }),
    writeLine: (line) => lines.push(line),
    report: (sentence) => lines.push(sentence),
    // Tests stop when all of their requests have been answered.
    lastCall: 0,
    // Tests say when something is due.
    sweepEvery: null,
  })
  return {
    ...service,
    table,
    lines,
    isPlain,
    stop: async () => {
      await service.stop()
      if (!options.table) await table.stop()
      requireNoSecretIn(lines)
    },
  }
}
