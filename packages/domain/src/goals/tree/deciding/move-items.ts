/** The writes that move a goal, with all below it, from one place in a tree to another. */
import { maximumAncestors, maximumChildren } from '@cairn/contract/goals/relation-limits'
import { type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  type GoalTreeRecord,
  goalChildEntity,
  goalTreeEntity,
} from '../../../storage/table/entities/goals/goal-tree.ts'
import {
  deleteItem,
  keyOfRecord,
  putRecord,
  type TransactionItem,
  type Where,
} from '../../../storage/table/entity.ts'
import { shortId } from '../../../storage/table/short-id.ts'
import { existingGoal } from '../../record/goal-conditions.ts'
import { newStamp } from '../following/neighbors.ts'
import { childFactsOf } from '../following/rollup.ts'
import type { Node } from './walk.ts'

const levels = ['below1', 'below2', 'below3', 'below4'] as const
type Tree = Pick<GoalTreeRecord, 'parentKey' | (typeof levels)[number]> | null

function below(tree: Tree): number[] {
  return levels.map((level) => tree?.[level] ?? 0)
}

/** How many levels there are below a goal. */
export function heightOf(tree: Tree): number {
  return below(tree).findLastIndex((count) => count > 0) + 1
}

type GoalKey = ReturnType<typeof goalKeyOf>

export type Move = {
  key: GoalKey
  before: Pick<GoalRow, 'parentGoalId'>
  /** The goal's own place as it was read. */
  tree: GoalTreeRecord | null
  /** The goals above it after the move and before, from the parent up. */
  above: readonly Node[]
  formerlyAbove: readonly Node[]
}

/** Returns the writes of a move, by name. They fail if a goal above, or the number of those below, has changed. */
export function moveItems(move: Move, after: GoalRow): Record<string, TransactionItem> {
  const { key, tree } = move
  const parentKey = after.parentGoalId && shortId(after.parentGoalId)
  const own = goalTreeEntity.update(key)
  const isUnchanged: Where<typeof goalTreeEntity> = (stored, operations) => {
    const counts = levels.map((level) => {
      const count = tree?.[level]
      return count === undefined ? operations.notExists(stored[level]) : operations.eq(stored[level], count)
    })
    return [isBelow(tree)(stored, operations), ...counts].join(' AND ')
  }
  return {
    ...leaveItems(move),
    ...(parentKey && {
      child: { Put: putRecord(goalChildEntity, childOf(key, parentKey, after, tree)) },
      // A parent that is being deleted has no record of its place that would say so.
      parent: existingGoal(goalKeyOf(idsOf(after))),
    }),
    tree: {
      Update: (parentKey ? own.set({ parentKey }) : own.remove(['parentKey'])).where(isUnchanged),
    },
  }
}

function idsOf({ organizationId, parentGoalId = '' }: GoalRow) {
  return { organizationId, goalId: parentGoalId }
}

function childOf(
  { organizationKey, goalKey }: GoalKey,
  parentKey: string,
  row: GoalRow,
  tree: GoalTreeRecord | null,
) {
  const facts = childFactsOf(row, tree?.rollup)
  return { organizationKey, goalKey: parentKey, childKey: goalKey, facts, stamp: newStamp() }
}

/** Returns the writes that count a goal, and what is below it, below the goals above it and no longer below the former ones. */
export function leaveItems({
  key,
  before,
  tree,
  above,
  formerlyAbove,
}: Move): Record<string, TransactionItem> {
  const own = below(tree)
  const changes = new Map<string, { node: Node; byLevel: number[]; isNewParent: boolean }>()
  const count = (nodes: readonly Node[], sign: 1 | -1) => {
    for (const [index, node] of nodes.entries()) {
      // Above itself, in broken data. Its own record is written by itself.
      if (shortId(node.row.goalId) === key.goalKey) continue
      const known = changes.get(node.row.goalId)
      const change = known ?? { node, byLevel: levels.map(() => 0), isNewParent: false }
      change.isNewParent ||= sign === 1 && index === 0
      for (const [level, number] of [1, ...own].entries()) {
        const at = index + level
        if (at < maximumAncestors) change.byLevel[at] = (change.byLevel[at] ?? 0) + sign * number
      }
      changes.set(node.row.goalId, change)
    }
  }
  count(above, 1)
  count(formerlyAbove, -1)
  const { organizationKey, goalKey: childKey } = key
  const former = before.parentGoalId && { organizationKey, goalKey: shortId(before.parentGoalId), childKey }
  return {
    ...(former && { formerChild: { Delete: deleteItem(keyOfRecord(goalChildEntity, former)) } }),
    ...Object.fromEntries(
      [...changes.values()].map(({ node, byLevel, isNewParent }) => [
        `above:${node.row.goalId}`,
        countItem(goalKeyOf(node.row), node.tree, byLevel, isNewParent),
      ]),
    ),
  }
}

function countItem(
  key: GoalKey,
  tree: GoalTreeRecord | null,
  byLevel: readonly number[],
  isNewParent: boolean,
): TransactionItem {
  const added = Object.fromEntries(
    levels.flatMap((level, index) => (byLevel[index] ? [[level, byLevel[index]]] : [])),
  )
  const condition: Where<typeof goalTreeEntity> = (stored, operations) => {
    // An attribute that is named must occur in the condition.
    const { notExists, lt } = operations
    const room = () => `(${notExists(stored.below1)} OR ${lt(stored.below1, maximumChildren)})`
    return [isBelow(tree)(stored, operations), ...(isNewParent ? [room()] : [])].join(' AND ')
  }
  return Object.keys(added).length === 0
    ? { ConditionCheck: goalTreeEntity.delete(key).where(condition) }
    : { Update: goalTreeEntity.update(key).add(added).where(condition) }
}

/** Whether a goal is still below the same one. */
function isBelow(tree: Tree): Where<typeof goalTreeEntity> {
  const parentKey = tree?.parentKey
  return (stored, { eq, notExists }) =>
    parentKey === undefined ? notExists(stored.parentKey) : eq(stored.parentKey, parentKey)
}

/** The write that deletes a goal's place, if there is nothing below it. */
export function deleteTreeItem(key: GoalKey): TransactionItem {
  return {
    Delete: goalTreeEntity
      .delete(key)
      .where(({ below1 }, { eq, notExists }) => `${notExists(below1)} OR ${eq(below1, 0)}`),
  }
}
