/** Walks along parents, and along those that wait, to find circles. Strongly consistent, one round trip a step. */
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  decodeRow,
  type GoalRow,
  goalKeyOf,
  goalRowEntity,
} from '../../../storage/table/entities/goals/goal-row.ts'
import { type GoalTreeRecord, goalTreeEntity } from '../../../storage/table/entities/goals/goal-tree.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { readDependents } from '../reading/relatives.ts'

/** Goals that the check of one write reads at most. */
export const maximumReads = 1_000

/** A goal as the check of one write has read it, with its place. */
export type Node = { row: GoalRow; tree: GoalTreeRecord | null }

/** Reads goals once each. */
export type Walker = {
  /** Returns a goal, or null if it does not exist. */
  read(goalId: string): Promise<Node | null>
  /** Returns the goals above, from the parent up. Without those of a goal that is among them: it would be above itself. */
  above(parentGoalId: string | undefined): Promise<Node[]>
  /** Returns the ids of the goals that wait for one. Some may no longer do. */
  dependentsOf(goalId: string): Promise<string[]>
}

/** The check would read too many goals. */
export class TooMany extends Error {}

export function createWalker(database: Database, organizationId: string): Walker {
  const known = new Map<string, Promise<Node | null>>()

  async function readNode(goalId: string): Promise<Node | null> {
    const key = goalKeyOf({ organizationId, goalId })
    const [row, tree] = await Promise.all([
      readRecord(database, goalRowEntity, key),
      readRecord(database, goalTreeEntity, key),
    ])
    return row && { row: decodeRow(row), tree }
  }

  const walker: Walker = {
    read(goalId) {
      const node = known.get(goalId) ?? readNode(goalId)
      known.set(goalId, node)
      if (known.size > maximumReads) throw new TooMany()
      return node
    },
    async above(parentGoalId) {
      const nodes: Node[] = []
      let next = parentGoalId
      while (next !== undefined && nodes.every(({ row }) => row.goalId !== next)) {
        const node: Node | null = await walker.read(next)
        if (!node) break
        nodes.push(node)
        // By the record of its place, which the write's conditions name: the row may have been read before or after a move.
        const parentKey = node.tree?.parentKey
        next = parentKey === undefined ? undefined : longId(parentKey)
      }
      return nodes
    },
    dependentsOf: (goalId) => readDependents(database, organizationId, goalId),
  }
  return walker
}

/** A goal with the parent and the blockers that it is to have. */
export type Waiter = { goalId: string; parentGoalId: string | undefined; blockedByGoalIds: readonly string[] }

/** A goal that waits for another one if that is its child, or if its row names it as a blocker. */
type Candidate = { goalId: string; blockerGoalId?: string }

/**
 * Returns the ids of all goals that would wait for a goal, directly or through others: the goals above it, and those that name it as a
 * blocker. The goal itself is among them if it would wait for itself.
 */
export async function waitersOf(walker: Walker, waiter: Waiter): Promise<Set<string>> {
  const waiters = new Set<string>()
  const own = { row: waiter, dependents: await walker.dependentsOf(waiter.goalId) }
  let level = candidatesIn(waiter.goalId, own)
  while (level.length > 0) {
    const expanded = await Promise.all(level.map((candidate) => expand(walker, waiter, candidate)))
    const found = expanded.flatMap((one) => (one && !waiters.has(one.goalId) ? [one] : []))
    for (const { goalId } of found) waiters.add(goalId)
    level = found.flatMap((one) => candidatesIn(one.goalId, one)).filter(({ goalId }) => !waiters.has(goalId))
  }
  return waiters
}

type Expanded = { row: { parentGoalId?: string | undefined }; dependents: readonly string[] }

function candidatesIn(goalId: string, { row, dependents }: Expanded): Candidate[] {
  return [
    ...(row.parentGoalId === undefined ? [] : [{ goalId: row.parentGoalId }]),
    ...dependents.map((dependentId) => ({ goalId: dependentId, blockerGoalId: goalId })),
  ]
}

/** Reads a candidate, and what waits for it, at the same time. Returns undefined if it does not wait. */
async function expand(
  walker: Walker,
  waiter: Waiter,
  { goalId, blockerGoalId }: Candidate,
): Promise<(Expanded & { goalId: string }) | undefined> {
  const isWaiting = (row: Pick<GoalRow, 'blockedByGoalIds'> | Waiter) =>
    blockerGoalId === undefined || row.blockedByGoalIds.includes(blockerGoalId)
  if (goalId === waiter.goalId) {
    // What waits for the goal itself is known.
    return isWaiting(waiter) ? { goalId, row: {}, dependents: [] } : undefined
  }
  const [node, dependents] = await Promise.all([walker.read(goalId), walker.dependentsOf(goalId)])
  return node && isWaiting(node.row) ? { goalId, row: node.row, dependents } : undefined
}
