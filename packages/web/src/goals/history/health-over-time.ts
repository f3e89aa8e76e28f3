import { type GoalHealth, type GoalStatus, statusClearsHealth } from '@cairn/contract/goals/goal-words'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'

/** The state of a goal between two reports. */
export type Span = {
  from: number
  to: number
  status: GoalStatus
  health: GoalHealth | null
  revision: number
}

type Entry = Pick<GoalUpdate, 'revision' | 'status' | 'health' | 'createdAt'>

/**
 * Status and health over time, from the history. A report without a health keeps the previous one. A completed or archived
 * goal has no health. Source: the contract, section "Goals".
 *
 * @param until  The end of the last span, in milliseconds: now.
 */
export function spansOf(updates: readonly Entry[], until: number): Span[] {
  const spans: Span[] = []
  let health: GoalHealth | null = null
  for (const [index, update] of updates.entries()) {
    health = statusClearsHealth(update.status) ? null : (update.health ?? health)
    const next = updates[index + 1]
    spans.push({
      from: Date.parse(update.createdAt),
      to: next ? Date.parse(next.createdAt) : until,
      status: update.status,
      health,
      revision: update.revision,
    })
  }
  return spans
}
