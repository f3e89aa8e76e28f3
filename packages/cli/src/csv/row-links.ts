/** The rows of a table that name each other as parents and blockers. */
import { linkProblems } from '../transfer/links/link-problems.ts'
import type { LinkedGoal } from '../transfer/links/linked-goal.ts'
import type { PlannedGoal } from './plan-goal.ts'

/** A goal that a row names. */
export type RowLink = {
  /** By what, in the order in which it counts. */
  names: readonly string[]
  /** The row that it is; undefined if none is. */
  row: PlannedGoal | undefined
}

export type RowLinks = { parent: RowLink | null; blockers: RowLink[] }

export type LinkedRows = ReadonlyMap<PlannedGoal, RowLinks>

export const foldName = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** Finds rows by their ids, or by a title that only one of them has. */
export function linkRows(goals: readonly PlannedGoal[]): LinkedRows {
  const byId = new Map<string, PlannedGoal>()
  const byTitle = new Map<string, PlannedGoal[]>()
  for (const goal of goals) {
    for (const id of [...goal.aliases, goal.source.id, goal.goalId])
      if (id !== '') byId.set(foldName(id), goal)
    byTitle.set(foldName(goal.title), [...(byTitle.get(foldName(goal.title)) ?? []), goal])
  }
  const rowOf = (name: string): PlannedGoal | undefined => {
    const [titled, ...others] = byTitle.get(foldName(name)) ?? []
    return byId.get(foldName(name)) ?? (others.length === 0 ? titled : undefined)
  }
  const linkTo = (names: readonly string[]): RowLink => {
    const [row] = names.flatMap((name) => rowOf(name) ?? [])
    return { names, row }
  }
  return new Map(
    goals.map((goal) => {
      const blockers = goal.blockers.map((name) => linkTo([name]))
      return [goal, { parent: goal.parents.length > 0 ? linkTo(goal.parents) : null, blockers }]
    }),
  )
}

/** Returns what the service would refuse of how the rows belong together. */
export function rowLinkProblems(
  links: LinkedRows,
): (Omit<ReturnType<typeof linkProblems>[number], 'id'> & { line: number })[] {
  const goals = [...links].map(([{ line, title }, { parent, blockers }]): LinkedGoal => {
    const blockerIds = blockers.flatMap(({ row }) => (row ? [`${row.line}`] : []))
    return {
      id: `${line}`,
      title,
      parentId: parent?.row ? `${parent.row.line}` : null,
      blockerIds: [...new Set(blockerIds)],
    }
  })
  return linkProblems(goals).map(({ id, ...problem }) => ({ ...problem, line: Number(id) }))
}
