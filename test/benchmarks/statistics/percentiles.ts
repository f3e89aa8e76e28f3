/** The value below which a share of the sorted values lies (nearest rank); NaN without values. */
function percentileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.ceil(share * sorted.length)
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN
}

/** A sorted copy of the values. */
function sortedOf(values: Iterable<number>): Float64Array {
  return Float64Array.from(values).sort()
}

export function median(values: Iterable<number>): number {
  return percentileOfSorted(sortedOf(values), 0.5)
}

export type Latency = { p50: number; p95: number; p99: number }

export function latencyOf(milliseconds: Iterable<number>): Latency {
  const sorted = sortedOf(milliseconds)
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => percentileOfSorted(sorted, share))
  return { p50, p95, p99 }
}
