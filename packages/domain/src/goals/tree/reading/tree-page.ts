/** The goals of one page of a tree: which they are follows from the records of the sub-goals of those above them. Pure. */
import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import { compareRanks, type Rank, rankOf } from '@cairn/contract/goals/rank-goals'
import { timestampOf } from '../../../requests/context.ts'
import { ownerKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import type { ChildFacts, GoalChildRecord } from '../../../storage/table/entities/goals/goal-tree.ts'
import { timeframeOf } from '../../../storage/table/entities/goals/row-fields.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { attentionOfGoal, nextReportDueAt } from '../../record/summarize.ts'
import type { GoalAuthority } from '../../rules/authority.ts'
import { type GoalWork, noWork, type OrganizationWork } from '../../work/work.ts'
import { descendantsIn } from '../following/rollup.ts'

/** A goal of the tree. Its own goals are known once they are read. */
export type TreeNode = {
  goalId: string
  depth: number
  rank: Rank
  /** How many goals there are below it, as its parent's record says. */
  descendants: number
  /** An earlier page has shown it. */
  isShown: boolean
  children: TreeNode[] | undefined
  /** The rest of the way to where the page begins, if that is below it. */
  path: readonly Rank[]
}

export const noRank: Rank = [0, 0, 0, '']

/** Adds the goals below a node that the page may show: behind the way to where it begins, without those that the caller does not see. */
export function addChildren(
  node: TreeNode,
  children: readonly GoalChildRecord[],
  { authority, work, asOf }: { authority: GoalAuthority; work: OrganizationWork; asOf: Date },
): void {
  const [from, ...path] = node.path
  const ownerKey = ownerKeyOf(authority.userId)
  node.children = children
    .filter(({ facts }) => authority.seesAll || facts.w === ownerKey)
    .map(({ childKey, facts }) => ({ childId: longId(childKey), facts }))
    .map(({ childId, facts }) => ({
      childId,
      facts,
      rank: rankOfChild(childId, facts, work.get(childId) ?? noWork, asOf),
    }))
    .filter(({ rank }) => from === undefined || compareRanks(rank, from) >= 0)
    .sort((one, other) => compareRanks(one.rank, other.rank))
    .map(({ childId, facts, rank }): TreeNode => {
      const isOnPath = from !== undefined && compareRanks(rank, from) === 0
      return {
        goalId: childId,
        depth: node.depth + 1,
        rank,
        descendants: facts.r ? descendantsIn(facts.r.s) : 0,
        isShown: isOnPath,
        children: undefined,
        path: isOnPath ? path : [],
      }
    })
}

function rankOfChild(
  id: string,
  { s, h, f, c, l, a, m, b, v }: ChildFacts,
  work: GoalWork,
  asOf: Date,
): Rank {
  const timed = {
    status: s,
    health: h as GoalHealth | undefined,
    timeframe: timeframeOf(f),
    cadence: c,
    lastReport: l === undefined ? undefined : { createdAt: timestampOf(new Date(l)) },
    createdAt: timestampOf(new Date(a)),
    counts: { notMet: m ?? 0 },
    isBudgetUsed: b === 1,
    isReviewRequested: v === 1,
  }
  return rankOf({
    id,
    attention: attentionOfGoal(timed, work, asOf),
    timeframe: timed.timeframe,
    nextReportDueAt: nextReportDueAt(timed),
    lastReport: timed.lastReport ?? null,
    createdAt: timed.createdAt,
  })
}

/**
 * Returns the nodes of a page, depth first: as many as are not shown yet and fit, and whether more follow.
 *
 * @param isRead  Whether the page ends at nodes that were not read. Otherwise what is below a node takes the room that its parent's record
 *   says. Below a node that an earlier page has shown, that is not known.
 */
export function pageOf(
  tree: TreeNode,
  { depth, limit, isRead }: { depth: number; limit: number; isRead?: (node: TreeNode) => boolean },
): { nodes: TreeNode[]; more: boolean } {
  const nodes: TreeNode[] = []
  let room = limit
  let more = false
  const add = (node: TreeNode) => {
    if (!node.isShown && (room <= 0 || (isRead && !isRead(node)))) more = true
    if (more) return
    nodes.push(node)
    if (!node.isShown) room--
    for (const child of node.children ?? []) add(child)
    if (!isRead && !node.children && !node.isShown && node.depth < depth) room -= node.descendants
  }
  add(tree)
  return { nodes, more }
}

/** The ranks of the goals from the one below the top to a node. */
export function pathTo(tree: TreeNode, wanted: TreeNode): Rank[] {
  const find = (node: TreeNode): Rank[] | undefined => {
    if (node === wanted) return []
    for (const child of node.children ?? []) {
      const rest = find(child)
      if (rest) return [child.rank, ...rest]
    }
    return undefined
  }
  return find(tree) ?? []
}
