import { addTo, type Children, type LinkedGoal } from './linked-goal.ts'

/** A goal that waits for the next one of a cycle, because it is a sub-goal or a blocker. */
export type Step = { goal: LinkedGoal; isChild: boolean }

/** Returns cycles of what waits for what: a goal for its sub-goals and its blockers. Each goal is in one of them at most. */
export function cyclesIn(goals: readonly LinkedGoal[], children: Children): Step[][] {
  const left = new Map(goals.map((goal) => [goal.id, goal]))
  const cycles: Step[][] = []
  for (;;) {
    dropFree(left, children)
    const [start] = left.values()
    if (!start) return cycles
    const cycle = cycleFrom(start, left, children)
    cycles.push(cycle)
    for (const { goal } of cycle) left.delete(goal.id)
  }
}

/** Removes the goals that wait for none of those that are left, again and again. */
function dropFree(left: Map<string, LinkedGoal>, children: Children): void {
  const waits = new Map<string, number>()
  const waitedFor = new Map<string, LinkedGoal[]>()
  for (const goal of left.values()) {
    const next = nextOf(goal, left, children)
    waits.set(goal.id, next.length)
    for (const { id } of next) addTo(waitedFor, id, goal)
  }
  const free = [...left.values()].filter(({ id }) => waits.get(id) === 0)
  for (let goal = free.pop(); goal; goal = free.pop()) {
    left.delete(goal.id)
    for (const waiting of waitedFor.get(goal.id) ?? []) {
      const count = (waits.get(waiting.id) ?? 0) - 1
      waits.set(waiting.id, count)
      if (count === 0) free.push(waiting)
    }
  }
}

function nextOf(
  { id, blockerIds }: LinkedGoal,
  left: ReadonlyMap<string, LinkedGoal>,
  children: Children,
): LinkedGoal[] {
  const below = (children.get(id) ?? []).filter((child) => left.has(child.id))
  return [...below, ...blockerIds.flatMap((blockerId) => left.get(blockerId) ?? [])]
}

/** Walks until a goal comes again: each that is left waits for another one that is left. */
function cycleFrom(start: LinkedGoal, left: ReadonlyMap<string, LinkedGoal>, children: Children): Step[] {
  const steps: Step[] = []
  const seen = new Map<LinkedGoal, number>()
  let goal: LinkedGoal | undefined = start
  while (goal && !seen.has(goal)) {
    seen.set(goal, steps.length)
    const [next]: LinkedGoal[] = nextOf(goal, left, children)
    steps.push({ goal, isChild: next?.parentId === goal.id })
    goal = next
  }
  return goal ? steps.slice(seen.get(goal)) : []
}
