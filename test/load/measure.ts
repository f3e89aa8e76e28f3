import { figure, markdownTable } from '../benchmarks/markdown-table.ts'
import { latencyOf } from '../benchmarks/statistics/percentiles.ts'
import type { LoadSettings } from './settings.ts'

export const kinds = ['news', 'report', 'agent: brief', 'agent: report'] as const
export type Kind = (typeof kinds)[number]

type Measured = { milliseconds: number[]; errors: Map<string, number> }

/** Times of requests, and what failed, by kind. */
export type Measurements = Record<Kind, Measured>

export function noMeasurements(): Measurements {
  return Object.fromEntries(
    kinds.map((kind) => [kind, { milliseconds: [], errors: new Map() }]),
  ) as unknown as Measurements
}

/** Makes a request, and records how long it took or why it failed. Returns undefined after a failure. */
export async function measured<T>(
  measurements: Measurements,
  kind: Kind,
  request: () => Promise<T>,
): Promise<T | undefined> {
  const { milliseconds } = measurements[kind]
  const start = performance.now()
  try {
    const result = await request()
    milliseconds.push(performance.now() - start)
    return result
  } catch (error) {
    failed(measurements, kind, error)
    return undefined
  }
}

/** Records a failure: of a request, or of another one without which it could not be made. */
export function failed(measurements: Measurements, kind: Kind, error: unknown): undefined {
  const { errors } = measurements[kind]
  const reason = reasonOf(error)
  errors.set(reason, (errors.get(reason) ?? 0) + 1)
  return undefined
}

function reasonOf(error: unknown): string {
  const { code, status, message } = error as { code?: string; status?: number; message?: string }
  return [status, code ?? message].filter((part) => part !== undefined).join(' ')
}

const errorsOf = ({ errors }: Measured) => [...errors.values()].reduce((sum, count) => sum + count, 0)

/** A table with a row for each kind that was requested. */
export function tableOf(measurements: Measurements, seconds: number): string {
  const rows = kinds.flatMap((kind) => {
    const one = measurements[kind]
    const all = one.milliseconds.length + errorsOf(one)
    const { p50, p99 } = latencyOf(one.milliseconds)
    return all === 0
      ? []
      : [[kind, figure(all), figure(all / seconds, 1), figure(errorsOf(one)), figure(p50, 1), figure(p99, 1)]]
  })
  return markdownTable(['Kind', 'Requests', 'per s', 'Errors', 'p50 ms', 'p99 ms'], rows)
}

/** A sentence for each threshold that was exceeded, or one that nothing was measured. */
export function problemsIn(
  measurements: Measurements,
  { maximumErrors, maximumP99 }: Pick<LoadSettings, 'maximumErrors' | 'maximumP99'>,
): string[] {
  const isEmpty = kinds.every(
    (kind) => measurements[kind].milliseconds.length + errorsOf(measurements[kind]) === 0,
  )
  if (isEmpty) return ['Nothing was measured: the load ended before the first request.']
  return kinds.flatMap((kind) => {
    const one = measurements[kind]
    const errors = errorsOf(one)
    const all = one.milliseconds.length + errors
    const share = all === 0 ? 0 : (100 * errors) / all
    const { p99 } = latencyOf(one.milliseconds)
    const reasons = [...one.errors].map(([reason, count]) => `${count} × ${reason}`).join(', ')
    return [
      ...(share > maximumErrors
        ? [
            `${kind}: ${figure(share, 1)} % of the requests failed, at most ${maximumErrors} % may: ${reasons}.`,
          ]
        : []),
      ...(p99 > maximumP99
        ? [`${kind}: p99 is ${figure(p99)} ms, at most ${maximumP99} ms is allowed.`]
        : []),
    ]
  })
}
