import { addTo, type LinkedGoal } from './linked-goal.ts'

/**
 * Returns the goals in an order in which they can be created: each after its parent, and after its blockers where that is possible. It
 * is not where a blocker is below a goal that comes later. Otherwise the order is kept. The goals have no problems.
 */
export function creationOrder<Goal extends LinkedGoal>(goals: readonly Goal[]): Goal[] {
  const byId = new Map(goals.map((goal) => [goal.id, goal]))
  const missing = new Map<Goal, number>()
  const followers = new Map<string, Goal[]>()
  for (const goal of goals) {
    const before = new Set(
      [goal.parentId, ...goal.blockerIds].flatMap((id) => (id && byId.has(id) ? [id] : [])),
    )
    missing.set(goal, before.size)
    for (const id of before) addTo(followers, id, goal)
  }
  const placed = new Set<Goal>()
  const place = (first: Goal) => {
    const ready = [first]
    for (const goal of ready) {
      if (placed.has(goal)) continue
      placed.add(goal)
      for (const follower of followers.get(goal.id) ?? []) {
        const count = (missing.get(follower) ?? 0) - 1
        missing.set(follower, count)
        if (count === 0) ready.push(follower)
      }
    }
  }
  for (const goal of goals) if (missing.get(goal) === 0) place(goal)
  // What is left waits for each other. Each round creates one without its blockers, whose parent is there.
  while (placed.size < goals.length) {
    const next = goals.find(
      (goal) => !placed.has(goal) && (goal.parentId === null || isPlaced(byId.get(goal.parentId))),
    )
    if (!next) return [...placed, ...goals.filter((goal) => !placed.has(goal))]
    place(next)
  }
  return [...placed]

  function isPlaced(goal: Goal | undefined): boolean {
    return goal === undefined || placed.has(goal)
  }
}
