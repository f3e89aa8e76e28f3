import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { GoalTreeEntry } from '@cairn/contract/schemas/goals/goals'
import type { Implementation } from '../../../requests/operation.ts'
import type { Database } from '../../../storage/database/client.ts'
import { defaultPageSize } from '../../../storage/pagination/read-page.ts'
import { countThatFits } from '../../../storage/pagination/response-size.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { readLabelDirectory } from '../../labels/read-goal-labels.ts'
import { readGoalRow } from '../../record/read-goal.ts'
import { toGoalSummaryResponse } from '../../record/to-goal-response.ts'
import { requireVisible } from '../../rules/authority.ts'
import { readOrganizationWork } from '../../work/work.ts'
import { type Family, readFamily, settle } from './family.ts'
import { readAllRelations } from './relations.ts'
import { readChildren } from './relatives.ts'
import { readAuthority } from './sight.ts'
import { bindingOf, openTreeCursor, type TreePosition } from './tree-cursor.ts'
import { addChildren, noRank, pageOf, pathTo, type TreeNode } from './tree-page.ts'

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
