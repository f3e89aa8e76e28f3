import type { Goal } from '@cairn/contract/schemas/goals/goals'

/** The parts of a goal that say where it is. */
export type Placed = Pick<Goal, 'id' | 'title' | 'parentGoalId' | 'ancestors'>

export type Parent = Pick<Placed, 'id' | 'title' | 'ancestors'>

/**
 * Returns goals as they are after one of them, and with it all below it, was moved.
 *
 * @param parent  The goal above; null for the top.
 */
export function withParent<P extends Placed>(
  goals: readonly P[],
  movedId: string,
  parent: Parent | null,
): P[] {
  const above = parent ? [...parent.ancestors, { id: parent.id, title: parent.title }] : []
  return goals.map((goal) => {
    if (goal.id === movedId) return { ...goal, parentGoalId: parent?.id ?? null, ancestors: above }
    const place = goal.ancestors.findIndex(({ id }) => id === movedId)
    return place === -1 ? goal : { ...goal, ancestors: [...above, ...goal.ancestors.slice(place)] }
  })
}
