/** The checks that keep trees within their limits, and goals from waiting for each other. */
import { maximumAncestors, maximumChildren } from '@cairn/contract/goals/relation-limits'
import { blockerConflict, parentConflict } from './conflicts.ts'
import { type Node, type Waiter, type Walker, waitersOf } from './walk.ts'

/** @throws `goal_parent_conflict` unless there is room for a goal, and for what is below it, below these goals. */
export function requireRoom(goalId: string, above: readonly Node[], height: number): void {
  if (above.some(({ row }) => row.goalId === goalId)) {
    throw parentConflict('A goal cannot be below one of its own sub-goals.')
  }
  if (above.length + height > maximumAncestors) {
    throw parentConflict(`A tree has at most ${maximumAncestors + 1} levels.`)
  }
  if ((above[0]?.tree?.below1 ?? 0) >= maximumChildren) {
    throw parentConflict(`A goal has at most ${maximumChildren} sub-goals.`)
  }
}

type Change = { above: readonly Node[]; added: readonly string[]; isMoved: boolean }

/** @throws `goal_parent_conflict` or `goal_blocker_conflict` if goals would wait for each other, or one for what is below it. */
export async function requireNoCircle(
  walker: Walker,
  waiter: Waiter,
  { above, added, isMoved }: Change,
): Promise<void> {
  const { goalId, blockedByGoalIds } = waiter
  const [waiters, isBelow] = await Promise.all([
    waitersOf(walker, waiter),
    Promise.all(added.map((id) => isBelowGoal(walker, id, goalId))),
  ])
  if (isBelow.includes(true)) {
    throw blockerConflict('A goal waits for its sub-goals already. It cannot also name one as a blocker.')
  }
  if (added.some((id) => waiters.has(id)) || (!isMoved && waiters.has(goalId))) {
    throw blockerConflict('These goals would wait for each other, so none of them could ever be ready.')
  }
  if (waiters.has(goalId) || blockedByGoalIds.some((id) => waiters.has(id))) {
    throw parentConflict('The goal would wait for one above it, so neither could ever be ready.')
  }
  if (!isMoved) return
  const awaited = above.flatMap(({ row }) => row.blockedByGoalIds)
  const moved = await Promise.all(
    awaited.map(async (id) => id === goalId || (await isBelowGoal(walker, id, goalId))),
  )
  if (moved.includes(true)) {
    throw parentConflict(
      'A goal above names this one, or one below it, as a blocker. Remove that blocker first.',
    )
  }
}

async function isBelowGoal(walker: Walker, goalId: string, ancestorGoalId: string): Promise<boolean> {
  const node = await walker.read(goalId)
  const above = await walker.above(node?.row.parentGoalId)
  return above.some(({ row }) => row.goalId === ancestorGoalId)
}
