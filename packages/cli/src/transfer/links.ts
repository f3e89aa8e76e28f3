/** How the goals of a file belong together: what the service would refuse, and the order in which they can be created. */
import type { GoalSummary } from '@cairn/client'
import {
  maximumAncestors,
  maximumBlockers,
  maximumChildren,
} from '@cairn/contract/schemas/goals/goal-relations'

/** A goal of a file, with the goals of the same file that it names. */
export type LinkedGoal = {
  id: string
  title: string
  /** The goal above; null if there is none. */
  parentId: string | null
  /** The goals that must be finished first. */
  blockerIds: readonly string[]
}

/** The relations of a goal. One that was exported before there were any has none. */
export function linksOf({
  id,
  title,
  parentGoalId = null,
  blockedBy = [],
}: Pick<GoalSummary, 'id' | 'title' | 'parentGoalId' | 'blockedBy'>): LinkedGoal {
  return { id, title, parentId: parentGoalId, blockerIds: [...new Set(blockedBy.map((goal) => goal.id))] }
}

export type LinkProblem = { id: string; field: 'parent' | 'blockers'; message: string }

/**
 * Returns what the service would refuse, in the order of the goals: cycles, also mixed ones, trees that are too deep, and too many
 * sub-goals or blockers. Ids that no goal has are passed over.
 */
export function linkProblems(goals: readonly LinkedGoal[]): LinkProblem[] {
  const byId = new Map(goals.map((goal) => [goal.id, goal]))
  const children = childrenOf(goals)
  const problems = goals.flatMap((goal) => ownProblems(goal, byId, children))
  // A goal that names itself or what is above it is a cycle as well, and said already.
  const said = new Set(problems.map(({ id }) => id))
  const cycles = cyclesIn(goals, children).filter((cycle) => !cycle.some(({ goal }) => said.has(goal.id)))
  const order = new Map(goals.map(({ id }, index) => [id, index]))
  const place = ({ id }: { id: string }) => order.get(id) ?? 0
  return [...problems, ...cycles.map((cycle) => cycleProblem(cycle, place))].sort(
    (one, other) => place(one) - place(other),
  )
}

function childrenOf(goals: readonly LinkedGoal[]): Map<string, LinkedGoal[]> {
  const children = new Map<string, LinkedGoal[]>()
  for (const goal of goals) {
    if (goal.parentId === null) continue
    addTo(children, goal.parentId, goal)
  }
  return children
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function ownProblems(
  goal: LinkedGoal,
  byId: ReadonlyMap<string, LinkedGoal>,
  children: ReadonlyMap<string, readonly LinkedGoal[]>,
): LinkProblem[] {
  const { id, parentId, blockerIds } = goal
  const problems: LinkProblem[] = []
  const add = (field: LinkProblem['field'], message: string) => problems.push({ id, field, message })
  const ancestors = ancestorsOf(goal, byId)
  const count = children.get(id)?.length ?? 0
  if (parentId === id) add('parent', 'It is its own parent.')
  // Only the first goal that is too deep.
  else if (ancestors.length === maximumAncestors + 1) {
    add(
      'parent',
      `It is on level ${maximumAncestors + 2} of its tree, which has at most ${maximumAncestors + 1}.`,
    )
  }
  if (count > maximumChildren) {
    add('parent', `It has ${count} sub-goals. At most ${maximumChildren} are possible.`)
  }
  if (blockerIds.length > maximumBlockers) {
    add('blockers', `It waits for ${blockerIds.length} goals. At most ${maximumBlockers} are possible.`)
  }
  for (const blockerId of blockerIds) {
    const blocker = byId.get(blockerId)
    if (!blocker) continue
    if (blockerId === id) add('blockers', 'It waits for itself.')
    else if (ancestors.includes(blocker)) {
      add('blockers', `It waits for "${blocker.title}", which is above it.`)
    } else if (ancestorsOf(blocker, byId).includes(goal)) {
      add('blockers', `It waits for "${blocker.title}", which is below it.`)
    }
  }
  return problems
}

/** The goals above, nearest first. Those of a cycle once. */
function ancestorsOf({ parentId }: LinkedGoal, byId: ReadonlyMap<string, LinkedGoal>): LinkedGoal[] {
  const ancestors = new Set<LinkedGoal>()
  let above = parentId === null ? undefined : byId.get(parentId)
  while (above && !ancestors.has(above)) {
    ancestors.add(above)
    above = above.parentId === null ? undefined : byId.get(above.parentId)
  }
  return [...ancestors]
}

/** A goal that waits for the next one of a cycle, because it is a sub-goal or a blocker. */
type Step = { goal: LinkedGoal; isChild: boolean }

/** Returns cycles of what waits for what: a goal for its sub-goals and its blockers. Each goal is in one of them at most. */
function cyclesIn(
  goals: readonly LinkedGoal[],
  children: ReadonlyMap<string, readonly LinkedGoal[]>,
): Step[][] {
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
function dropFree(left: Map<string, LinkedGoal>, children: ReadonlyMap<string, readonly LinkedGoal[]>): void {
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
  children: ReadonlyMap<string, readonly LinkedGoal[]>,
): LinkedGoal[] {
  const below = (children.get(id) ?? []).filter((child) => left.has(child.id))
  return [...below, ...blockerIds.flatMap((blockerId) => left.get(blockerId) ?? [])]
}

/** Walks until a goal comes again: each that is left waits for another one that is left. */
function cycleFrom(
  start: LinkedGoal,
  left: ReadonlyMap<string, LinkedGoal>,
  children: ReadonlyMap<string, readonly LinkedGoal[]>,
): Step[] {
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

const maximumSteps = 6

function cycleProblem(cycle: readonly Step[], place: (goal: { id: string }) => number): LinkProblem {
  const first = cycle.reduce((best, step) => (place(step.goal) < place(best.goal) ? step : best))
  const from = cycle.indexOf(first)
  const turned = [...cycle.slice(from), ...cycle.slice(0, from)]
  const words = turned
    .slice(0, maximumSteps)
    .map(({ goal, isChild }, index) => {
      const next = turned[(index + 1) % turned.length]?.goal ?? first.goal
      return `"${goal.title}" waits for ${isChild ? 'its sub-goal ' : ''}"${next.title}"`
    })
    .join(', ')
  return {
    id: first.goal.id,
    field: turned.every(({ isChild }) => isChild) ? 'parent' : 'blockers',
    message: `It waits for itself: ${words}${turned.length > maximumSteps ? ' and so on' : ''}.`,
  }
}

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
