import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { type Latency, latencyOf } from '../statistics/percentiles.ts'
import { pin } from '../support/cores.ts'
import { createHttpClient } from '../support/http-client.ts'
import { type Act, runClients } from '../support/load.ts'
import { cpuMillisecondsEach, usageOf } from '../support/process-usage.ts'
import { type ServiceProcess, withServiceProcess } from '../support/service-process.ts'
import { benchmarked } from '../workload/operations.ts'
import type { Organization, PreparedOrganization } from '../workload/organization.ts'
import { prepareOrganizations } from '../workload/prepare-data.ts'
import { throughputSummary, throughputTables } from './throughput-tables.ts'

export type Throughput = {
  operation: string
  /** Goals of the organization. */
  goals: number
  concurrency: number
  requestsPerSecond: number
  milliseconds: Latency
  /** Requests per second that got a conflict, if many write to the same goal. */
  refusedPerSecond: number
  /** Processor time per request; undefined if the system does not report it. */
  serviceCpuMilliseconds: number | undefined
}

export const throughput: Part<Throughput[]> = {
  title: 'Over HTTP',
  method:
    'The service runs as with `npm start`, in its own process on one core, with its data on disk and its log in a file; ' +
    'the load generator uses the other cores. Each client sends its next request after the last response. ' +
    'Every status is checked. "A core" is what one core of the service could serve if it never waited: a second divided by ' +
    'the processor time of a request. Rate limits are off.',
  measure: measureThroughput,
  tables: throughputTables,
  summary: throughputSummary,
}

async function measureThroughput(): Promise<Throughput[]> {
  pin(process.pid, 'others')
  const prepare = (directory: string) => prepareOrganizations(directory, settings.http.goals)
  const found = await withServiceProcess({ prepare }, measureSizes)
  pin(process.pid, 'all')
  return found
}

async function measureSizes(
  service: ServiceProcess,
  organizations: PreparedOrganization[],
): Promise<Throughput[]> {
  const found: Throughput[] = []
  for (const [index, prepared] of organizations.entries()) {
    const organization = { ...prepared, origin: service.origin }
    const goals = organization.goals.length
    if (index === 0) await warmUp(organization)
    for (const operation of benchmarked) {
      if (operation.isSizeless && index > 0) continue
      const act = await operation.begin(organization)
      for (const concurrency of settings.http.concurrencies) {
        const measured = await measure(service, act, concurrency)
        found.push({ operation: operation.title, goals, concurrency, ...measured })
      }
    }
  }
  return found
}

/** Runs every operation before the first measurement, so that all code is optimized. */
async function warmUp(organization: Organization): Promise<void> {
  const client = createHttpClient(organization.origin, 16)
  for (const operation of benchmarked) {
    const act = await operation.begin(organization)
    await runClients(client, act, { concurrency: 16, seconds: settings.http.firstWarmUpSeconds })
  }
  await client.close()
}

async function measure({ origin, pid }: ServiceProcess, act: Act, concurrency: number) {
  const client = createHttpClient(origin, concurrency)
  const { warmUpSeconds, seconds } = settings.http
  try {
    await runClients(client, act, { concurrency, seconds: warmUpSeconds })
    const before = usageOf(pid)
    const load = await runClients(client, act, { concurrency, seconds })
    const after = usageOf(pid)
    const responses = load.milliseconds.length + load.refused
    return {
      requestsPerSecond: load.milliseconds.length / load.seconds,
      refusedPerSecond: load.refused / load.seconds,
      milliseconds: latencyOf(load.milliseconds),
      serviceCpuMilliseconds: cpuMillisecondsEach(before, after, responses),
    }
  } finally {
    await client.close()
  }
}
