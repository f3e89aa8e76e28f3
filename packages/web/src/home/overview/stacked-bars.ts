import { type Counts, type Part, parts, totalOf } from './walk-back.ts'

export type Bar = { part: Part; y: number; height: number }

/** The parts of a column from below, in pixels from its top. Parts without goals are left out. */
export function barsOf(
  counts: Counts,
  { maximum, height, gap }: { maximum: number; height: number; gap: number },
): Bar[] {
  let bottom = height
  return parts.flatMap((part) => {
    if (counts[part] === 0) return []
    const size = (counts[part] / maximum) * height
    bottom -= size
    // The gap is taken from the part above it, so that the column keeps its height.
    return [{ part, y: bottom, height: Math.max(size - gap, 1) }]
  })
}

/** One goal is not as tall as many. */
const lowestMaximum = 4

/** The highest column, at least 4. */
export const maximumOf = (columns: readonly Counts[]): number =>
  Math.max(lowestMaximum, ...columns.map(totalOf))

/** Round numbers for the lines of an axis, without 0. At most four. */
export function ticksUpTo(maximum: number): number[] {
  const power = 10 ** Math.floor(Math.log10(maximum))
  const steps = [0.5, 1, 2, 5, 10].map((factor) => factor * power)
  const step = steps.find((one) => one >= 1 && maximum / one <= 4) ?? 1
  return [...Array(Math.floor(maximum / step)).keys()].map((place) => (place + 1) * step)
}

/**
 * Moves labels apart that would overlap, as little as possible, from the lowest one up. Those that would leave the chart at its top come
 * back and move those below them.
 */
export function spread(wanted: readonly number[], distance: number, bottom: number, top = 0): number[] {
  let limit = bottom
  const raised = wanted.map((y) => {
    const placed = Math.min(y, limit)
    limit = placed - distance
    return placed
  })
  limit = top
  const lowered = raised.toReversed().map((y) => {
    const placed = Math.max(y, limit)
    limit = placed + distance
    return placed
  })
  return lowered.toReversed()
}
