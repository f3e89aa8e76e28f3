import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { countsOf } from '../walk-back.ts'
import type { Share } from './breakdown.tsx'

type TreeGoal = Pick<GoalSummary, 'id' | 'title' | 'status' | 'health' | 'ancestors' | 'rollup'>

/**
 * The active goals of each tree, by the goal at its top, which counts as one of them. None without a tree.
 *
 * @param noTree  The name of the goals that have neither a goal above nor below.
 */
export function treesOf(goals: readonly TreeGoal[], noTree: string): Share[] {
  const titles = new Map(goals.map(({ id, title }) => [id, title]))
  const topOf = ({ id, title, ancestors, rollup }: TreeGoal) =>
    ancestors[0] ?? (rollup ? { id, title } : undefined)
  const trees = Map.groupBy(
    goals.filter(({ status }) => status === 'active'),
    (goal) => topOf(goal)?.id,
  )
  const tops = new Map(goals.flatMap((goal) => topOf(goal) ?? []).map(({ id, title }) => [id, title]))
  if (tops.size === 0) return []
  return [...trees].map(([id, own]): Share => {
    const counts = countsOf(own)
    if (id === undefined) return { key: 'none', name: noTree, counts, search: undefined }
    return {
      key: id,
      // The copy of a title below it may be older.
      name: titles.get(id) ?? tops.get(id) ?? '',
      counts,
      search: { look: 'tree', below: id, status: ['active'] },
    }
  })
}
