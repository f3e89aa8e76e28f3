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

/** The highest column, at least 1. */
export const maximumOf = (columns: readonly Counts[]): number => Math.max(1, ...columns.map(totalOf))

/** Moves labels apart that would overlap, as little as possible, from the lowest one up. */
export function spread(wanted: readonly number[], distance: number, bottom: number): number[] {
  let limit = bottom
  return wanted.map((y) => {
    const placed = Math.min(y, limit)
    limit = placed - distance
    return placed
  })
}
