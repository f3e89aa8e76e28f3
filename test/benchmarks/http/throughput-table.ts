import { figure, markdownTable } from '../markdown-table.ts'
import { benchmarked } from '../workload/operations.ts'
import type { Throughput } from './throughput.ts'

/** One row per operation and size, four columns per concurrency. */
export function throughputTable(measured: readonly Throughput[]): string {
  const concurrencies = [...new Set(measured.map(({ concurrency }) => concurrency))]
  const head = [
    'Operation',
    'Goals',
    ...concurrencies.flatMap((clients) => [`${clients} at once: /s`, 'p50 ms', 'p95 ms', 'p99 ms']),
    'CPU ms',
    'A core, /s',
    'Aim',
  ]
  const rows = [...Map.groupBy(measured, ({ operation, goals }) => `${operation} ${goals}`).values()].map(
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
      ...costs(cells.toSorted((left, right) => right.requestsPerSecond - left.requestsPerSecond)[0]),
      figure(benchmarked.find(({ title }) => title === cells[0]?.operation)?.target),
    ],
  )
  return markdownTable(head, rows)
}

/** At the concurrency with the most requests per second. */
function costs(cell: Throughput | undefined): [cpu: string, core: string] {
  const { cpuMilliseconds } = cell ?? {}
  const core = cpuMilliseconds ? 1_000 / cpuMilliseconds : undefined
  return [figure(cpuMilliseconds, 2), figure(core)]
}
