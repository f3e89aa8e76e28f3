import type { GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
import type { GoalRollup } from '@cairn/contract/schemas/goals/goal-relations'

/** What a stone of a goal shows: the health of an active one, or that it is done or paused. */
export type StoneKind = GoalHealth | 'none' | 'completed' | 'paused'

/** From the ground to the top: what is done bears the rest, and what presses most is on top, where it is seen. */
export const stoneKinds = ['completed', 'on_track', 'paused', 'none', 'at_risk', 'off_track'] as const

export type StoneCounts = Record<StoneKind, number>

/** The kind of a goal's own stone. */
export function kindOf({ status, health }: { status: GoalStatus; health: GoalHealth | null }): StoneKind {
  if (status === 'completed' || status === 'archived') return 'completed'
  return status === 'paused' ? 'paused' : (health ?? 'none')
}

/** How many goals below a goal there are of each kind. Archived ones have no stone. */
export const stoneCountsOf = ({ byStatus, byHealth }: GoalRollup): StoneCounts => ({
  ...byHealth,
  completed: byStatus.completed,
  paused: byStatus.paused,
})

/**
 * The stones of a heap, from the ground to the top. If there are more goals than stones, a stone stands for several, but each kind
 * that there is has one at least.
 */
export function stonesBelow(counts: StoneCounts, maximum: number): StoneKind[] {
  const total = stoneKinds.reduce((sum, kind) => sum + counts[kind], 0)
  const stones = total <= maximum ? counts : scaled(counts, total, maximum)
  return stoneKinds.flatMap((kind) => Array<StoneKind>(stones[kind]).fill(kind))
}

function scaled(counts: StoneCounts, total: number, maximum: number): StoneCounts {
  const present = stoneKinds.filter((kind) => counts[kind] > 0)
  const shares = present.map((kind) => ({ kind, exact: (counts[kind] / total) * maximum }))
  const stones = Object.fromEntries(stoneKinds.map((kind) => [kind, 0])) as StoneCounts
  for (const { kind, exact } of shares) stones[kind] = Math.max(1, Math.floor(exact))
  const left = () => maximum - present.reduce((sum, kind) => sum + stones[kind], 0)
  const lacking = shares.toSorted(
    (one, other) => other.exact - stones[other.kind] - (one.exact - stones[one.kind]),
  )
  for (const { kind } of lacking) if (left() > 0) stones[kind] += 1
  // The kinds that got a stone without having the share of one take it from the largest.
  while (left() < 0) {
    const largest = present.reduce((most, kind) => (stones[kind] > stones[most] ? kind : most))
    stones[largest] -= 1
  }
  return stones
}
