import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals'

export type HealthPart = GoalHealth | 'none'

const parts: HealthPart[] = ['on_track', 'at_risk', 'off_track', 'none']

export type HealthBar = { part: HealthPart; count: number; x: number; width: number }

/**
 * Divides a bar of `width` by the health of the goals, with a `gap` between the parts. Parts without goals have width 0.
 */
export function healthBars(
  goals: readonly Pick<Goal, 'health'>[],
  { width, gap }: { width: number; gap: number },
): HealthBar[] {
  const counts = parts.map((part) => goals.filter(({ health }) => (health ?? 'none') === part).length)
  const drawn = width - gap * Math.max(counts.filter((count) => count > 0).length - 1, 0)
  let x = 0
  return parts.map((part, index) => {
    const count = counts[index] ?? 0
    const bar = { part, count, x, width: count === 0 ? 0 : (count / goals.length) * drawn }
    if (count > 0) x += bar.width + gap
    return bar
  })
}
