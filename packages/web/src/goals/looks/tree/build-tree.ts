/** Goals as trees: who is below whom, and which rows can be seen. */
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'

export type TreeGoal = Pick<GoalSummary, 'id' | 'title' | 'parentGoalId' | 'ancestors'>

export type TreeNode<Goal extends TreeGoal = GoalSummary> = {
  id: string
  title: string
  /** Undefined if the filters leave the goal out. It is there because of goals below it. */
  goal: Goal | undefined
  parent: TreeNode<Goal> | undefined
  children: TreeNode<Goal>[]
  /** 1 for a goal without a parent. */
  level: number
  /** From 1, among its siblings. */
  position: number
  siblings: number
}

/**
 * Makes trees of goals. Goals above them that are not among them are known by title. What is in no order that can be, as in copies
 * that differ for a moment, is at the top.
 *
 * @param goals  In the order that siblings shall have. A goal that is not among them has the place of the first one below it.
 */
export function buildTree<Goal extends TreeGoal>(goals: readonly Goal[]): TreeNode<Goal>[] {
  const nodes = new Map<string, TreeNode<Goal>>()
  const places = new Map<string, number>()
  const nodeOf = (id: string, title: string, goal?: Goal): TreeNode<Goal> => {
    const known = nodes.get(id)
    if (known) return known
    const node = { id, title, goal, parent: undefined, children: [], level: 1, position: 1, siblings: 1 }
    nodes.set(id, node)
    return node
  }
  for (const [place, goal] of goals.entries()) {
    nodeOf(goal.id, goal.title, goal)
    places.set(goal.id, place)
  }
  for (const [place, { id, parentGoalId, ancestors }] of goals.entries()) {
    let above: TreeNode<Goal> | undefined
    for (const ancestor of ancestors) {
      const node = nodeOf(ancestor.id, ancestor.title)
      if (!node.goal) put(node, above)
      places.set(ancestor.id, places.get(ancestor.id) ?? place)
      above = node
    }
    const node = nodes.get(id)
    const parent = parentGoalId === null ? undefined : (nodes.get(parentGoalId) ?? above)
    if (node) put(node, parent)
  }
  const inOrder = [...nodes.values()].toSorted(
    (one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0),
  )
  for (const node of inOrder) node.parent?.children.push(node)
  const roots = inOrder.filter(({ parent }) => parent === undefined)
  number(roots, 1)
  return roots
}

/** Puts a node below another one, unless that is below it. */
function put<Goal extends TreeGoal>(node: TreeNode<Goal>, parent: TreeNode<Goal> | undefined): void {
  for (let above = parent; above; above = above.parent) {
    if (above === node) return
  }
  node.parent = parent
}

function number<Goal extends TreeGoal>(siblings: readonly TreeNode<Goal>[], level: number): void {
  for (const [index, node] of siblings.entries()) {
    node.level = level
    node.position = index + 1
    node.siblings = siblings.length
    number(node.children, level + 1)
  }
}

/** The rows of trees, parents before their children, without what is below folded ones. */
export function visibleRows<Goal extends TreeGoal>(
  roots: readonly TreeNode<Goal>[],
  folded: ReadonlySet<string>,
): TreeNode<Goal>[] {
  return roots.flatMap((node) => [node, ...(folded.has(node.id) ? [] : visibleRows(node.children, folded))])
}

/**
 * The rows to draw at once: those that are drawn already, and some of the new ones. The others follow, so that nobody waits for
 * hundreds of rows.
 */
export function rowsAtOnce<Row extends { id: string }>(
  rows: readonly Row[],
  drawn: ReadonlySet<string>,
  maximumNew: number,
): Row[] {
  let left = maximumNew
  return rows.filter(({ id }) => drawn.has(id) || left-- > 0)
}

/** The ids of all nodes that can be folded. */
export function foldableIds<Goal extends TreeGoal>(roots: readonly TreeNode<Goal>[]): string[] {
  return roots.flatMap(({ id, children }) => (children.length > 0 ? [id, ...foldableIds(children)] : []))
}

const heightOf = <Goal extends TreeGoal>({ children }: TreeNode<Goal>): number =>
  1 + Math.max(0, ...children.map((child) => heightOf(child)))

/**
 * Whether a goal can be moved below another one, as far as the tree shows it: neither below itself nor where it is already, and no
 * deeper than a tree may be.
 *
 * @param target  Undefined for the top.
 * @param maximumLevels  The most levels of a tree.
 */
export function canMove<Goal extends TreeGoal>(
  node: TreeNode<Goal>,
  target: TreeNode<Goal> | undefined,
  maximumLevels: number,
): boolean {
  if (!node.goal || node.parent?.id === target?.id) return false
  for (let above = target; above; above = above.parent) {
    if (above.id === node.id) return false
  }
  return (target?.level ?? 0) + heightOf(node) <= maximumLevels
}
