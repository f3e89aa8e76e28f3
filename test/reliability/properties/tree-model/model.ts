/** A model of parents, blockers, roll-ups and readiness, as `additions.md` says it: without the product's code. */
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'

export type ModelGoal = {
  id: string
  title: string
  status: Goal['status']
  health: Goal['health']
  progress: number | null
  weight: number
  parentId: string | null
  blockerIds: string[]
}

export type Model = Map<string, ModelGoal>

const goalIn = (model: Model, id: string): ModelGoal => {
  const goal = model.get(id)
  if (!goal) throw new Error(`There is no goal ${id}.`)
  return goal
}

export function childrenOf(model: Model, id: string): ModelGoal[] {
  return [...model.values()].filter(({ parentId }) => parentId === id)
}

/** From the parent up. */
export function aboveOf(model: Model, id: string): ModelGoal[] {
  const { parentId } = goalIn(model, id)
  if (parentId === null) return []
  return [goalIn(model, parentId), ...aboveOf(model, parentId)]
}

export function belowOf(model: Model, id: string): ModelGoal[] {
  return childrenOf(model, id).flatMap((child) => [child, ...belowOf(model, child.id)])
}

function heightOf(model: Model, id: string): number {
  return Math.max(0, ...childrenOf(model, id).map((child) => 1 + heightOf(model, child.id)))
}

/** Whether a goal waits for itself over sub-goals and blockers. */
function isInCircle(model: Model, id: string): boolean {
  const seen = new Set<string>()
  let level = [id]
  while (level.length > 0) {
    level = level
      .flatMap((one) => [
        ...childrenOf(model, one).map((child) => child.id),
        ...goalIn(model, one).blockerIds.filter((blockerId) => model.has(blockerId)),
      ])
      .filter((one) => one === id || !seen.has(one))
    if (level.includes(id)) return true
    for (const one of level) seen.add(one)
  }
  return false
}

/** Whether everything that the contract forbids is absent after a change of one goal. */
export function isAllowed(model: Model, id: string): boolean {
  const above = aboveOrCircle(model, id)
  if (above === undefined || above.length + heightOf(model, id) > 4) return false
  if (isInCircle(model, id)) return false
  return [...model.values()].every((goal) => {
    const relatives = new Set([...aboveOf(model, goal.id), ...belowOf(model, goal.id)].map((one) => one.id))
    return goal.blockerIds.every((blockerId) => !relatives.has(blockerId))
  })
}

function aboveOrCircle(model: Model, id: string): ModelGoal[] | undefined {
  const above: ModelGoal[] = []
  let next = goalIn(model, id).parentId
  while (next !== null) {
    if (next === id || above.some((one) => one.id === next)) return undefined
    const goal = goalIn(model, next)
    above.push(goal)
    next = goal.parentId
  }
  return above
}

const isOpen = ({ status }: ModelGoal) => status === 'active' || status === 'paused'

function rollupOf(model: Model, id: string): Goal['rollup'] {
  const children = childrenOf(model, id)
  if (children.length === 0) return null
  const descendants = belowOf(model, id)
  const count = (matches: (goal: ModelGoal) => boolean) => descendants.filter(matches).length
  const withHealth = (health: ModelGoal['health']) =>
    count((goal) => goal.status === 'active' && goal.health === health)
  const values = children.flatMap((child) => {
    const value = progressOf(model, child)
    return value === null ? [] : [{ value, weight: child.weight }]
  })
  const weights = values.reduce((sum, { weight }) => sum + weight, 0)
  return {
    children: children.length,
    descendants: descendants.length,
    byStatus: {
      active: count(({ status }) => status === 'active'),
      paused: count(({ status }) => status === 'paused'),
      completed: count(({ status }) => status === 'completed'),
      archived: count(({ status }) => status === 'archived'),
    },
    byHealth: {
      on_track: withHealth('on_track'),
      at_risk: withHealth('at_risk'),
      off_track: withHealth('off_track'),
      none: withHealth(null),
    },
    progress:
      weights === 0 ? null : values.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights,
  }
}

function progressOf(model: Model, child: ModelGoal): number | null {
  if (child.status === 'archived') return null
  if (child.status === 'completed') return 1
  const rollup = rollupOf(model, child.id)
  return rollup ? rollup.progress : child.progress
}

export function reasonsOf(model: Model, id: string): NonNullable<Goal['notReady']> {
  const goal = goalIn(model, id)
  const blockers = goal.blockerIds.flatMap((blockerId) => model.get(blockerId) ?? [])
  return [
    ...(goal.status === 'active' ? [] : (['status'] as const)),
    ...(blockers.some(isOpen) ? (['blocked'] as const) : []),
    ...(childrenOf(model, id).some(isOpen) ? (['subgoals'] as const) : []),
  ]
}

type Place = Pick<Goal, 'parentGoalId' | 'ancestors' | 'blockedBy' | 'ready' | 'notReady' | 'rollup'>

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
const rounded = (rollup: Goal['rollup']): Goal['rollup'] =>
  rollup && { ...rollup, progress: rollup.progress === null ? null : Number(rollup.progress.toFixed(9)) }

/** The place of a goal in the model. */
export function placeIn(model: Model, id: string): Place {
  const { parentId, blockerIds } = goalIn(model, id)
  const notReady = reasonsOf(model, id)
  return {
    parentGoalId: parentId,
    ancestors: aboveOf(model, id)
      .toReversed()
      .map((goal) => ({ id: goal.id, title: goal.title })),
    blockedBy: blockerIds
      .flatMap((blockerId) => model.get(blockerId) ?? [])
      .map((goal) => ({ id: goal.id, title: goal.title, status: goal.status }))
      .sort(byId),
    ready: notReady.length === 0,
    ...(notReady.length > 0 && { notReady }),
    rollup: rounded(rollupOf(model, id)),
  }
}

/** The same of a goal that the service returned. */
export function placeOf(goal: Goal | GoalSummary): Place {
  const { parentGoalId, ancestors, blockedBy, ready, notReady, rollup } = goal
  return {
    parentGoalId,
    ancestors,
    blockedBy: blockedBy.toSorted(byId),
    ready,
    ...(notReady && { notReady }),
    rollup: rounded(rollup),
  }
}
