import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import { compareRanks, type Rank, rankOf } from '@cairn/contract/goals/rank-goals'
import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { GoalTreeEntry } from '@cairn/contract/schemas/goals/goals'
import type { Access } from '../../../requests/access.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import type { Database } from '../../../storage/database/client.ts'
import type { CursorBinding, CursorSealer } from '../../../storage/pagination/cursor.ts'
import { defaultPageSize } from '../../../storage/pagination/read-page.ts'
import { countThatFits } from '../../../storage/pagination/response-size.ts'
import { type GoalRow, ownerKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import type { ChildFacts, GoalChildRecord } from '../../../storage/table/entities/goals/goal-tree.ts'
import { timeframeOf } from '../../../storage/table/entities/goals/row-fields.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { readLabelDirectory } from '../../labels/read-goal-labels.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { attentionOfGoal, nextReportDueAt } from '../../record/summarize.ts'
import { toGoalSummaryResponse } from '../../record/to-goal-response.ts'
import { type GoalAuthority, requireVisible } from '../../rules/authority.ts'
import { type GoalWork, noWork, type OrganizationWork, readOrganizationWork } from '../../work/work.ts'
import { descendantsIn } from '../following/rollup.ts'
import { type Family, readFamily, settle } from './family.ts'
import { readAllRelations } from './relations.ts'
import { readChildren } from './relatives.ts'
import { readAuthority } from './sight.ts'

/** The position at which a tree continues: at the time of its first page, behind the goals on the way to the last one that was shown, from the top. */
type TreePosition = { asOf: number; path: Rank[] }

/** A goal of the tree. Its own goals are known once they are read. */
type TreeNode = {
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

/** A goal as it is shown. */
type Read = { row: GoalRow; family: Family }

/**
 * Lists a goal and what is below it, depth first. Each level is one round trip: it reads the goals of the level that the page has room
 * for, and the records of their sub-goals. Which goals these are follows from the records of their parents, which have what the order
 * needs, and how many goals each has below it.
 */
export const getGoalTree: Implementation<'getGoalTree'> = async (context, access, { params, query }) => {
  const { database, cursors, changes, now } = context
  const { organizationId } = access
  const { goalId } = params
  const { depth = maximumAncestors, limit = defaultPageSize } = query
  const binding = bindingOf(access, goalId, depth)
  const start =
    query.cursor === undefined
      ? { asOf: now.getTime(), path: [] }
      : openTreeCursor(cursors, binding, query.cursor)
  await settle(changes, organizationId)

  const goals = new Map<string, Promise<Read | null>>()
  const readGoal = (id: string) => {
    const read = goals.get(id) ?? readWithFamily(context, { organizationId, goalId: id })
    goals.set(id, read)
    return read
  }
  const [authority, labelsOf, root, first, work] = await Promise.all([
    readAuthority(database, access, goalId),
    readLabelDirectory(database, organizationId),
    readGoal(goalId),
    readChildren(database, organizationId, goalId),
    readOrganizationWork(database, organizationId),
  ])
  requireVisible(authority, root?.row ?? null)
  const tree: TreeNode = {
    goalId,
    depth: 0,
    rank: noRank,
    descendants: 0,
    isShown: query.cursor !== undefined,
    children: undefined,
    path: start.path,
  }
  const asOf = new Date(start.asOf)
  addChildren(tree, first, { authority, work, asOf })
  for (let level = 1; level <= depth; level++) {
    const { nodes } = pageOf(tree, { depth, limit })
    await Promise.all(
      nodes
        .filter((node) => node.depth === level)
        .map(async (node) => {
          const isRead = level < depth && node.descendants > 0
          const [children] = await Promise.all([
            isRead ? readChildren(database, organizationId, node.goalId) : [],
            readGoal(node.goalId),
          ])
          addChildren(node, children, { authority, work, asOf })
        }),
    )
  }

  const isRead = (node: TreeNode) => node.children !== undefined
  const { nodes, more } = pageOf(tree, { depth, limit, isRead })
  const wanted = nodes.filter(({ isShown }) => !isShown)
  const found = await Promise.all(wanted.map((node) => readGoal(node.goalId)))
  const read = new Map(found.flatMap((goal) => (goal ? [[goal.row.goalId, goal] as const] : [])))
  const rows = [...read.values()].map(({ row }) => row)
  const families = new Map([...read].map(([id, { family }]) => [id, family]))
  const [labels, relationsOf] = await Promise.all([
    labelsOf(rows.flatMap(({ labelIds }) => labelIds)),
    readAllRelations(database, { organizationId, ...authority }, rows, families, asOf),
  ])
  const entries = wanted.map(({ goalId: id, depth: at }): GoalTreeEntry | null => {
    const row = read.get(id)?.row
    return row ? { ...toGoalSummaryResponse(row, labels, relationsOf(row), asOf), depth: at } : null
  })
  const shown = countThatFits(entries)
  const last = wanted[shown - 1]
  return {
    goals: entries.slice(0, shown).filter((entry) => entry !== null),
    nextCursor:
      last && (more || shown < wanted.length)
        ? cursors.seal(
            binding,
            JSON.stringify({ asOf: start.asOf, path: pathTo(tree, last) } satisfies TreePosition),
          )
        : null,
  }
}

const noRank: Rank = [0, 0, 0, '']

async function readWithFamily(
  { database }: { database: Database },
  goal: { organizationId: string; goalId: string },
): Promise<Read | null> {
  const [row, familyOf] = await Promise.all([
    readGoalRow(database, goal.organizationId, goal.goalId),
    readFamily({ database }, goal),
  ])
  return row && { row, family: await familyOf(row) }
}

/** Adds the goals below a node that the page may show: behind the way to where it begins, without those that the caller does not see. */
function addChildren(
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

function rankOfChild(id: string, { s, h, f, c, l, a, m, b }: ChildFacts, work: GoalWork, asOf: Date): Rank {
  const timed = {
    status: s,
    health: h as GoalHealth | undefined,
    timeframe: timeframeOf(f),
    cadence: c,
    lastReport: l === undefined ? undefined : { createdAt: timestampOf(new Date(l)) },
    createdAt: timestampOf(new Date(a)),
    counts: { notMet: m ?? 0 },
    isBudgetUsed: b === 1,
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
function pageOf(
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
function pathTo(tree: TreeNode, wanted: TreeNode): Rank[] {
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

function bindingOf(
  { organizationId, userId, scopes, goalIds }: Access,
  goalId: string,
  depth: number,
): CursorBinding {
  const seesAll = scopes === 'session' || scopes.has('goals:read:all')
  const limit = goalIds && [...goalIds].toSorted().join()
  return [
    'getGoalTree',
    organizationId,
    goalId,
    String(depth),
    ...(seesAll ? [] : [userId]),
    ...(limit ? [limit] : []),
  ]
}

/** @throws `invalid_cursor` if it is not a cursor of this tree and this caller. */
function openTreeCursor(cursors: CursorSealer, binding: CursorBinding, cursor: string): TreePosition {
  const { asOf, path } = JSON.parse(cursors.open(binding, cursor)) as TreePosition
  return {
    asOf,
    // JSON has no infinity.
    path: path.map(([reason, due, lastReport, id]) => [
      reason,
      due ?? Number.POSITIVE_INFINITY,
      lastReport,
      id,
    ]),
  }
}
