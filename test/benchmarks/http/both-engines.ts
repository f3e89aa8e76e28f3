import { figure } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { pin } from '../support/cores.ts'
import { type EngineName, type ServiceProcess, withServiceProcess } from '../support/service-process.ts'
import { benchmarked, type Operation } from '../workload/operations.ts'
import type { Organization, PreparedOrganization } from '../workload/organization.ts'
import { type DataPlace, prepareOrganizations } from '../workload/prepare-data.ts'
import { measureHalfLoad } from './half-load.ts'
import type { HttpResult } from './measurements.ts'
import { halfLoadTable, ratioTable, timesOf, timesTable } from './ratio-tables.ts'
import { measureInTurn, type Subject, warmUp } from './throughput.ts'
import { throughputSummary, throughputTable } from './throughput-tables.ts'

export const overHttp: Part<HttpResult> = {
  title: 'Over HTTP',
  method:
    'The service runs as with `npm start`, with its data on disk and its log in a file, twice at the same time: with the embedded ' +
    "database, and with the wire engine, the database of 0.1, which is a process of its own behind HTTP. Both are today's service, " +
    'which makes fewer calls than 0.1 and sends the reads of concurrent requests as one. The processes of both ' +
    'share one core, the load generator uses the other cores, and the two services are measured in turn, never at once, in at ' +
    'least two rounds. Each client sends its next request after the last response. Every status is checked. Rate limits are ' +
    'off. CPU is the processor time of a request in all processes of a service, the wire engine included; "times" is the wire ' +
    'engine\'s CPU divided by the embedded database\'s. "A core" is what one core could serve if it never waited: a second ' +
    'divided by the CPU. At half load, requests come at a constant rate, whether or not earlier ones have a response, and times ' +
    'count from the moment at which a request is due. The same users would send half of the highest rate ' +
    'that the wire engine reached with any number of clients, so both are compared at that rate. The last columns are the embedded ' +
    'database at half of its own highest rate, several times as much.',
  measure: measureBoth,
  tables: (result) =>
    [
      ratioTable(result),
      halfLoadTable(result),
      'Times less CPU, and times more requests per second, for every size:',
      timesTable(result),
      'The embedded database:',
      throughputTable(result, 'embedded'),
      'The wire engine:',
      throughputTable(result, 'wire'),
    ].join('\n\n'),
  summary: (result) => [throughputSummary(result), ratioTable(result), halfLoadTable(result)].join('\n\n'),
  failures: (result) => [...missedRatios(result), ...slowerThanBefore(result)],
}

function missedRatios(result: HttpResult): string[] {
  return benchmarked.flatMap(({ title, timesWireEngine }) => {
    const times = timesOf(result, title, result.compared)?.cpu
    if (timesWireEngine === undefined || times === undefined || times >= timesWireEngine) return []
    return [
      `${title} takes ${figure(times, 1)} times less CPU than with the wire engine, not ${timesWireEngine}.`,
    ]
  })
}

function slowerThanBefore({ halfLoad }: HttpResult): string[] {
  return halfLoad.flatMap(({ operation, wire, sameRate }) =>
    sameRate.p99Milliseconds > wire.p99Milliseconds
      ? [
          `${operation} has a p99 of ${figure(sameRate.p99Milliseconds, 1)} ms at half of the wire engine's load, not at most ${figure(wire.p99Milliseconds, 1)}.`,
        ]
      : [],
  )
}

async function measureBoth(): Promise<HttpResult> {
  pin(process.pid, 'others')
  const prepare = (place: DataPlace) => prepareOrganizations(place, settings.http.goals)
  const result = await withServiceProcess({ engine: 'wire', prepare }, (wire, wireOrganizations) =>
    withServiceProcess({ prepare }, (embedded, embeddedOrganizations) =>
      measureSizes({
        wire: { service: wire, organizations: wireOrganizations },
        embedded: { service: embedded, organizations: embeddedOrganizations },
      }),
    ),
  )
  pin(process.pid, 'all')
  return result
}

type Prepared = { service: ServiceProcess; organizations: PreparedOrganization[] }

async function measureSizes(services: Record<EngineName, Prepared>): Promise<HttpResult> {
  const { goals: sizes, concurrencies, compared } = settings.http
  const result: HttpResult = { compared, throughput: [], halfLoad: [] }
  for (const [index, goals] of sizes.entries()) {
    const organizations = {
      wire: organizationOf(services.wire, index),
      embedded: organizationOf(services.embedded, index),
    }
    if (index === 0) {
      await warmUp(organizations.wire)
      await warmUp(organizations.embedded)
    }
    for (const operation of benchmarked) {
      if (operation.isSizeless && index > 0) continue
      const subjects = {
        wire: await subjectOf('wire', services.wire, organizations.wire, operation),
        embedded: await subjectOf('embedded', services.embedded, organizations.embedded, operation),
      }
      const measured = []
      for (const concurrency of concurrencies) {
        const cell = { operation: operation.title, goals, concurrency }
        measured.push(...(await measureInTurn([subjects.wire, subjects.embedded], cell)))
      }
      result.throughput.push(...measured)
      if (goals === compared.goals && operation.timesWireEngine !== undefined) {
        const cell = { operation: operation.title, goals }
        result.halfLoad.push(await measureHalfLoad(subjects, cell, measured))
      }
    }
  }
  return result
}

function organizationOf({ service, organizations }: Prepared, index: number): Organization {
  const prepared = organizations[index]
  if (!prepared) throw new Error('There is no organization of this size.')
  return { ...prepared, origin: service.origin }
}

async function subjectOf(
  engine: EngineName,
  { service: { origin, pids } }: Prepared,
  organization: Organization,
  operation: Operation,
): Promise<Subject> {
  return { engine, origin, pids, act: await operation.begin(organization) }
}
