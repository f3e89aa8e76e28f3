import type { GoalHealth } from '@cairn/contract/goals/goal-words'

export type HealthPart = GoalHealth | 'none'

/** Numbers of goals. */
export type HealthCounts = Record<HealthPart, number>

const parts: HealthPart[] = ['on_track', 'at_risk', 'off_track', 'none']

export type HealthBar = { part: HealthPart; count: number; x: number; width: number }

/**
 * Divides a bar of `width` by the health of the goals, with a `gap` between the parts. Parts without goals have width 0.
 */
export function healthBars(
  counts: HealthCounts,
  { width, gap }: { width: number; gap: number },
): HealthBar[] {
  const total = parts.reduce((sum, part) => sum + counts[part], 0)
  const drawn = width - gap * Math.max(parts.filter((part) => counts[part] > 0).length - 1, 0)
  let x = 0
  return parts.map((part) => {
    const count = counts[part]
    const bar = { part, count, x, width: count === 0 ? 0 : (count / total) * drawn }
    if (count > 0) x += bar.width + gap
    return bar
  })
}
