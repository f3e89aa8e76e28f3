import type { GoalSummary } from '@cairn/client'

/** A goal of a file, with the goals of the same file that it names. */
export type LinkedGoal = {
  id: string
  title: string
  /** The goal above; null if there is none. */
  parentId: string | null
  /** The goals that must be finished first. */
  blockerIds: readonly string[]
}

/** The relations of a goal. One that was exported before there were any has none. */
export function linksOf({
  id,
  title,
  parentGoalId = null,
  blockedBy = [],
}: Pick<GoalSummary, 'id' | 'title' | 'parentGoalId' | 'blockedBy'>): LinkedGoal {
  return { id, title, parentId: parentGoalId, blockerIds: [...new Set(blockedBy.map((goal) => goal.id))] }
}

/** The goals directly below each goal, by its id. */
export type Children = ReadonlyMap<string, readonly LinkedGoal[]>

export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
