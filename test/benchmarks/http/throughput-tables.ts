import { figure, markdownTable } from '../markdown-table.ts'
import { benchmarked } from '../workload/operations.ts'
import type { Throughput } from './throughput.ts'

/** One row per operation and size, four columns per concurrency. */
export function throughputTables(all: Throughput[]): string {
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

/** The largest organization, at the concurrency with the most requests per second. */
export function throughputSummary(all: Throughput[]): string {
  const head = ['Operation', 'Requests /s', 'p50 ms', 'p99 ms', 'CPU ms', 'A core, /s', 'Aim']
  const rows = benchmarked.flatMap(({ title, target }) => {
    const cells = all.filter(({ operation }) => operation === title)
    const largest = Math.max(...cells.map(({ goals }) => goals))
    const best = busiest(cells.filter(({ goals }) => goals === largest))
    if (!best) return []
    const { requestsPerSecond, milliseconds } = best
    const [cpu = '', , core = ''] = costs(best)
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

function costs(cell: Throughput | undefined): [service: string, core: string] {
  const { serviceCpuMilliseconds } = cell ?? {}
  const core = serviceCpuMilliseconds ? 1_000 / serviceCpuMilliseconds : undefined
  return [figure(serviceCpuMilliseconds, 2), figure(core)]
}
