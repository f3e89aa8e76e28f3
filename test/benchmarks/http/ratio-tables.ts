import { figure, markdownTable } from '../markdown-table.ts'
import type { EngineName } from '../support/service-process.ts'
import { benchmarked } from '../workload/operations.ts'
import type { HttpResult, Throughput } from './measurements.ts'

type Cell = Pick<Throughput, 'goals' | 'concurrency'>

function cellOf({ throughput }: HttpResult, engine: EngineName, operation: string, where: Cell) {
  return throughput.find(
    (cell) =>
      cell.engine === engine &&
      cell.operation === operation &&
      cell.goals === where.goals &&
      cell.concurrency === where.concurrency,
  )
}

/** How many times the wire engine's CPU is the embedded database's, and the same of the rate; undefined without figures. */
export function timesOf(
  result: HttpResult,
  operation: string,
  where: Cell,
): { cpu: number | undefined; rate: number } | undefined {
  const wire = cellOf(result, 'wire', operation, where)
  const embedded = cellOf(result, 'embedded', operation, where)
  if (!wire || !embedded) return undefined
  return {
    cpu:
      wire.cpuMilliseconds && embedded.cpuMilliseconds
        ? wire.cpuMilliseconds / embedded.cpuMilliseconds
        : undefined,
    rate: embedded.requestsPerSecond / wire.requestsPerSecond,
  }
}

/** CPU of a request with both engines, beside what is aimed at. */
export function ratioTable(result: HttpResult): string {
  const { goals, concurrency } = result.compared
  const head = [
    `${concurrency} clients, ${figure(goals)} goals`,
    'Wire engine, CPU ms',
    'Embedded, CPU ms',
    'Times',
    'At least',
  ]
  const rows = benchmarked.map(({ title, timesWireEngine }) => [
    title,
    figure(cellOf(result, 'wire', title, result.compared)?.cpuMilliseconds, 2),
    figure(cellOf(result, 'embedded', title, result.compared)?.cpuMilliseconds, 2),
    figure(timesOf(result, title, result.compared)?.cpu, 1),
    figure(timesWireEngine),
  ])
  return markdownTable(head, rows)
}

/** Times less CPU and times more requests per second, for each size and number of clients. */
export function timesTable(result: HttpResult): string {
  const concurrencies = [...new Set(result.throughput.map(({ concurrency }) => concurrency))]
  const head = [
    'Operation',
    'Goals',
    ...concurrencies.flatMap((clients) => [`${clients} at once: CPU`, 'Requests /s']),
  ]
  const cells = Map.groupBy(result.throughput, ({ operation, goals }) => `${operation} ${goals}`)
  const rows = [...cells.values()].map(([cell]) => {
    const { operation = '', goals = 0 } = cell ?? {}
    const figures = concurrencies.flatMap((concurrency) => {
      const times = timesOf(result, operation, { goals, concurrency })
      return [figure(times?.cpu, 1), figure(times?.rate, 1)]
    })
    return [operation, figure(goals), ...figures]
  })
  return markdownTable(head, rows)
}

/** The 99th percentile at half load. */
export function halfLoadTable({ compared, halfLoad }: HttpResult): string {
  const head = [
    `Half load, ${figure(compared.goals)} goals`,
    'Wire engine at /s',
    'p99 ms',
    'Embedded at the same rate: p99 ms',
    'Embedded at /s',
    'p99 ms',
  ]
  const rows = halfLoad.map(({ operation, wire, sameRate, embedded }) => [
    operation,
    figure(wire.perSecond),
    figure(wire.p99Milliseconds, 1),
    figure(sameRate.p99Milliseconds, 1),
    figure(embedded.perSecond),
    figure(embedded.p99Milliseconds, 1),
  ])
  return markdownTable(head, rows)
}
