import { settings } from '../settings.ts'
import { latencyOf } from '../statistics/percentiles.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { type Act, type LoadResult, runClients } from '../support/load.ts'
import { cpuSecondsOf } from '../support/process-usage.ts'
import type { EngineName } from '../support/service-process.ts'
import { benchmarked } from '../workload/operations.ts'
import type { Organization } from '../workload/organization.ts'
import type { Throughput } from './measurements.ts'

/** An operation on one of the services. */
export type Subject = { engine: EngineName; origin: string; pids: readonly number[]; act: Act }

/** Runs every operation before the first measurement, so that all code is optimized. */
export async function warmUp(organization: Organization): Promise<void> {
  const client = createHttpClient(organization.origin, 16)
  for (const operation of benchmarked) {
    const act = await operation.begin(organization)
    await runClients(client, act, { concurrency: 16, seconds: settings.http.firstWarmUpSeconds })
  }
  await client.close()
}

/** Measures one operation with each of the services in turn, so that the machine's other tasks slow all of them down. */
export async function measureInTurn(
  subjects: readonly Subject[],
  { operation, goals, concurrency }: Pick<Throughput, 'operation' | 'goals' | 'concurrency'>,
): Promise<Throughput[]> {
  const { warmUpSeconds, rounds } = settings.http
  // With many clients, long lists take the wire engine longer than a request waits for its database.
  const mayBeOverloaded = (engine: EngineName) => engine === 'wire'
  const running = subjects.map((subject) => ({
    ...subject,
    client: createHttpClient(subject.origin, concurrency),
    turns: [] as Turn[],
  }))
  try {
    for (const { engine, client, act } of running) {
      await runClients(client, act, {
        concurrency,
        seconds: warmUpSeconds,
        mayBeOverloaded: mayBeOverloaded(engine),
      })
    }
    for (let round = 0; round < rounds; round++) {
      for (const { engine, client, act, pids, turns } of running) {
        turns.push(
          await measureTurn(client, act, pids, { concurrency, mayBeOverloaded: mayBeOverloaded(engine) }),
        )
      }
    }
    return running.map(({ engine, turns }) => ({
      engine,
      operation,
      goals,
      concurrency,
      ...summaryOf(turns),
    }))
  } finally {
    await Promise.all(running.map(({ client }) => client.close()))
  }
}

type Turn = LoadResult & { cpuSeconds: number }

async function measureTurn(
  client: HttpClient,
  act: Act,
  pids: readonly number[],
  options: { concurrency: number; mayBeOverloaded: boolean },
): Promise<Turn> {
  const before = cpuSecondsOf(pids) ?? Number.NaN
  const load = await runClients(client, act, { ...options, seconds: settings.http.seconds })
  const after = cpuSecondsOf(pids) ?? Number.NaN
  return { ...load, cpuSeconds: after - before }
}

function summaryOf(turns: readonly Turn[]) {
  const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  const seconds = sum((turn) => turn.seconds)
  const milliseconds = turns.flatMap((turn) => turn.milliseconds)
  const refused = sum((turn) => turn.refused)
  const cpuSeconds = sum((turn) => turn.cpuSeconds)
  return {
    requestsPerSecond: milliseconds.length / seconds,
    refusedPerSecond: refused / seconds,
    milliseconds: latencyOf(milliseconds),
    cpuMilliseconds: Number.isNaN(cpuSeconds)
      ? undefined
      : (cpuSeconds * 1_000) / (milliseconds.length + refused),
  }
}
