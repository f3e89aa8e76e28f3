import { settings } from '../settings.ts'
import { type Latency, latencyOf } from '../statistics/percentiles.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { type Act, type LoadResult, runClients } from '../support/load.ts'
import { cpuSecondsOf } from '../support/process-usage.ts'
import { benchmarked } from '../workload/operations.ts'
import type { Organization } from '../workload/organization.ts'

/** One operation in an organization of one size, with one number of clients. */
export type Throughput = {
  operation: string
  /** Goals of the organization. */
  goals: number
  concurrency: number
  requestsPerSecond: number
  milliseconds: Latency
  /** Processor time per request of the service and its database; undefined if the system does not report it. */
  cpuMilliseconds: number | undefined
}

/** An operation on a service. */
export type Subject = { origin: string; pid: number; act: Act }

/** Runs every operation before the first measurement, so that all code is optimized. */
export async function warmUp(organization: Organization): Promise<void> {
  const client = createHttpClient(organization.origin, 16)
  for (const operation of benchmarked) {
    const act = await operation.begin(organization)
    await runClients(client, act, { concurrency: 16, seconds: settings.http.firstWarmUpSeconds })
  }
  await client.close()
}

/** Measures one operation. */
export async function measureThroughput(
  { origin, pid, act }: Subject,
  cell: Pick<Throughput, 'operation' | 'goals' | 'concurrency'>,
): Promise<Throughput> {
  const { warmUpSeconds, seconds } = settings.http
  const { concurrency } = cell
  const client = createHttpClient(origin, concurrency)
  try {
    await runClients(client, act, { concurrency, seconds: warmUpSeconds })
    return { ...cell, ...(await measureLoad(client, act, pid, { concurrency, seconds })) }
  } finally {
    await client.close()
  }
}

async function measureLoad(
  client: HttpClient,
  act: Act,
  pid: number,
  options: { concurrency: number; seconds: number },
) {
  const before = cpuSecondsOf(pid) ?? Number.NaN
  const { seconds, milliseconds, refused }: LoadResult = await runClients(client, act, options)
  const cpuSeconds = (cpuSecondsOf(pid) ?? Number.NaN) - before
  return {
    requestsPerSecond: milliseconds.length / seconds,
    milliseconds: latencyOf(milliseconds),
    cpuMilliseconds: Number.isNaN(cpuSeconds)
      ? undefined
      : (cpuSeconds * 1_000) / (milliseconds.length + refused),
  }
}
