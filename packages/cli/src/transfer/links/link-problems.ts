/** What the service would refuse of how the goals of a file belong together. */
import {
  maximumAncestors,
  maximumBlockers,
  maximumChildren,
} from '@cairn/contract/schemas/goals/goal-relations'
import { cyclesIn, type Step } from './cycles.ts'
import { addTo, type Children, type LinkedGoal } from './linked-goal.ts'

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

function ownProblems(
  goal: LinkedGoal,
  byId: ReadonlyMap<string, LinkedGoal>,
  children: Children,
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
