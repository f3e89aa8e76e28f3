import { setImmediate as turn } from 'node:timers/promises'
import { QueryCommand, type QueryCommandInput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '@cairn/domain/storage/database/client'
import type { TestTable } from '../../../support/service/engine.ts'
import { seededRandom } from '../../../support/test-all.ts'

/**
 * Runs many processes on one table, and decides which of their calls the table executes next, with what outcome. The same seed
 * makes the same run. Time is virtual: every step takes some of it, and a call can take seconds.
 */
export type Simulation = {
  /** The virtual time, in Unix milliseconds. */
  now(): number
  /** Random numbers from 0 to 1 of this run. */
  random(): number
  counts: { calls: number; lost: number; failed: number; crashes: number; torn: number }
  /** Starts a process that lives until it ends or crashes. It gets a database of its own, as a process has. */
  start(name: string, run: (process: SimulatedProcess) => Promise<void>): void
  /** Executes calls until no process waits. */
  finish(): Promise<void>
}

export type SimulatedProcess = {
  database: Database
  /** Its own clock, which is seconds away from that of others. */
  now(): Date
  /** Waits for its next turn. */
  pause(): Promise<void>
}

export type SimulationOptions = {
  seed: number
  /** Probabilities, for each call. */
  lost: number
  failed: number
  /** For a process that can be replaced. */
  crash: number
  /** For a transaction: it takes 5 seconds until the table executes it. */
  slow: number
  /** For a query of the feed: the table reads it in two parts, with calls of others in between. */
  torn: number
  /** Called when a process has crashed. */
  onCrash(name: string): void
  /** Called when a transaction was executed. */
  onCommit(command: TransactWriteCommand): void
}

type Step = { name: string; notBefore: number; execute(): Promise<void> }

const maximumSkewMilliseconds = 8_000
const slowMilliseconds = 5_000
const tornMilliseconds = 3_000
const startTime = Date.UTC(2026, 5, 1)

export function createSimulation(table: TestTable, options: SimulationOptions): Simulation {
  const random = seededRandom(options.seed)
  const counts = { calls: 0, lost: 0, failed: 0, crashes: 0, torn: 0 }
  const waiting: Step[] = []
  const crashed = new Set<string>()
  let now = startTime
  const happens = (probability: number) => random() < probability

  async function execute(command: object): Promise<unknown> {
    counts.calls++
    const result = await table.database.client.send(command as never)
    if (command instanceof TransactWriteCommand) options.onCommit(command)
    return result
  }

  /** Puts a call into the row of those that wait, and settles when the process gets an answer. */
  function call(name: string, command: object): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const isSlow = command instanceof TransactWriteCommand && happens(options.slow)
    const step: Step = {
      name,
      notBefore: isSlow ? now + slowMilliseconds : now,
      async execute() {
        if (happens(options.crash)) {
          // Whether the table gets its last call or not: nobody will know.
          if (happens(0.5)) await execute(command).catch(() => undefined)
          crash(name)
          return
        }
        if (happens(options.failed)) {
          counts.failed++
          reject(new TimeoutError())
          return
        }
        if (command instanceof QueryCommand && happens(options.torn)) {
          counts.torn++
          tear(name, command, resolve, reject)
          return
        }
        const result = execute(command)
        if (happens(options.lost)) {
          counts.lost++
          await result.catch(() => undefined)
          // The client sends it again, or gives up.
          if (happens(0.5)) call(name, command).then(resolve, reject)
          else reject(new TimeoutError())
          return
        }
        await result.then(resolve, reject)
      },
    }
    waiting.push(step)
    return promise
  }

  /** Reads the first part of a query's range now, and the second one later. */
  function tear(
    name: string,
    { input }: QueryCommand,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ): void {
    const values = input.ExpressionAttributeValues as Record<string, string>
    const { ':sk1': from = '', ':sk2': to = '' } = values
    if (!input.KeyConditionExpression?.includes('BETWEEN') || input.ScanIndexForward === false) {
      waiting.push({
        name,
        notBefore: now,
        execute: () => execute(new QueryCommand(input)).then(resolve, reject),
      })
      return
    }
    const middle = Number(from.slice(2)) + Math.floor(random() * 3)
    const key = (page: number) => `n#${String(page).padStart(12, '0')}`
    const part = (range: [string, string]): QueryCommandInput => ({
      ...input,
      ExpressionAttributeValues: { ...values, ':sk1': range[0], ':sk2': range[1] },
    })
    const first = execute(new QueryCommand(part([from, key(middle)])))
    waiting.push({
      name,
      notBefore: now + random() * tornMilliseconds,
      async execute() {
        const parts = await Promise.all([first, execute(new QueryCommand(part([key(middle + 1), to])))])
        const items = parts.flatMap((one) => (one as { Items: object[] }).Items)
        const shown = items.slice(0, input.Limit)
        const last = shown.at(-1) as { pk: string; sk: string } | undefined
        const more =
          items.length > shown.length ||
          parts.some((one) => (one as { LastEvaluatedKey?: object }).LastEvaluatedKey)
        resolve({ Items: shown, ...(more && { LastEvaluatedKey: last }) })
      },
    })
  }

  function crash(name: string): void {
    counts.crashes++
    crashed.add(name)
    const rest = waiting.filter((step) => step.name !== name)
    waiting.splice(0, waiting.length, ...rest)
    options.onCrash(name)
  }

  return {
    now: () => now,
    random,
    counts,
    start(name, run) {
      const skew = (random() * 2 - 1) * maximumSkewMilliseconds
      const client = {
        send: (command: object) => (crashed.has(name) ? new Promise(() => {}) : call(name, command)),
      }
      const process: SimulatedProcess = {
        database: { tableName: table.tableName, client } as unknown as Database,
        now: () => new Date(now + skew),
        pause: () => {
          const { promise, resolve } = Promise.withResolvers<void>()
          if (!crashed.has(name)) {
            waiting.push({ name, notBefore: now + random() * 1_000, execute: async () => resolve() })
          }
          return promise
        },
      }
      void run(process)
    },
    async finish() {
      for (;;) {
        // A batch of reads is sent at the end of a turn.
        for (let turns = 0; turns < 3; turns++) await turn()
        if (waiting.length === 0) return
        const ready = waiting.filter(({ notBefore }) => notBefore <= now)
        if (ready.length === 0) {
          now = Math.min(...waiting.map(({ notBefore }) => notBefore))
          continue
        }
        const step = ready[Math.floor(random() * ready.length)] as Step
        waiting.splice(waiting.indexOf(step), 1)
        now += random() * 50
        await step.execute()
      }
    },
  }
}

/** The error of the SDK's client if no answer comes. */
class TimeoutError extends Error {
  override name = 'TimeoutError'
}
