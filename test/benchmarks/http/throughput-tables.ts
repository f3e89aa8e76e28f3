import { figure, markdownTable } from '../markdown-table.ts'
import type { EngineName } from '../support/service-process.ts'
import { benchmarked } from '../workload/operations.ts'
import type { HttpResult, Throughput } from './measurements.ts'

/** One row per operation and size, four columns per concurrency. */
export function throughputTable({ throughput }: HttpResult, engine: EngineName): string {
  const all = throughput.filter((cell) => cell.engine === engine)
  const concurrencies = [...new Set(all.map(({ concurrency }) => concurrency))]
  const head = [
    'Operation',
    'Goals',
    ...concurrencies.flatMap((clients) => [`${clients} at once: /s`, 'p50 ms', 'p95 ms', 'p99 ms']),
    'CPU ms',
    'A core, /s',
  ]
  const rows = [...Map.groupBy(all, ({ operation, goals }) => `${operation} ${goals}`).values()].map(
    (cells) => [
      cells[0]?.operation ?? '',
      figure(cells[0]?.goals),
      ...concurrencies.flatMap((clients) => {
        const cell = cells.find(({ concurrency }) => concurrency === clients)
        return [
          figure(cell?.requestsPerSecond),
          ...[cell?.milliseconds.p50, cell?.milliseconds.p95, cell?.milliseconds.p99].map((value) =>
            figure(value, 1),
          ),
        ]
      }),
      ...costs(busiest(cells)),
    ],
  )
  return markdownTable(head, rows)
}

/** The embedded database, the largest organization, at the concurrency with the most requests per second. */
export function throughputSummary({ throughput }: HttpResult): string {
  const all = throughput.filter(({ engine }) => engine === 'embedded')
  const head = ['Operation', 'Requests /s', 'p50 ms', 'p99 ms', 'CPU ms', 'A core, /s', 'Aim']
  const rows = benchmarked.flatMap(({ title, target }) => {
    const cells = all.filter(({ operation }) => operation === title)
    const largest = Math.max(...cells.map(({ goals }) => goals))
    const best = busiest(cells.filter(({ goals }) => goals === largest))
    if (!best) return []
    const { requestsPerSecond, milliseconds } = best
    const [cpu, core] = costs(best)
    return [
      [
        title,
        figure(requestsPerSecond),
        figure(milliseconds.p50, 1),
        figure(milliseconds.p99, 1),
        cpu,
        core,
        figure(target),
      ],
    ]
  })
  return markdownTable(head, rows)
}

function busiest(cells: Throughput[]): Throughput | undefined {
  return cells.toSorted((left, right) => right.requestsPerSecond - left.requestsPerSecond)[0]
}

function costs(cell: Throughput | undefined): [cpu: string, core: string] {
  const { cpuMilliseconds } = cell ?? {}
  const core = cpuMilliseconds ? 1_000 / cpuMilliseconds : undefined
  return [figure(cpuMilliseconds, 2), figure(core)]
}
