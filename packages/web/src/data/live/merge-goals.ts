/** The parts of a row of a list that decide where it is. */
type Row = { id: string; version: number; updatedAt: string }
export type Page<R extends Row> = { goals: R[]; nextCursor: string | null }

/** A goal's latest known change: its minimum version, or its deletion. */
export type GoalChange = { version: number; isDeleted: boolean }

/** The changes that a list does not show yet. */
export function newChanges(
  pages: readonly Page<Row>[],
  changes: ReadonlyMap<string, GoalChange>,
): Map<string, GoalChange> {
  const versions = new Map(pages.flatMap(({ goals }) => goals.map(({ id, version }) => [id, version])))
  return new Map(
    [...changes].filter(([id, { version, isDeleted }]) =>
      isDeleted ? versions.has(id) : (versions.get(id) ?? 0) < version,
    ),
  )
}

/**
 * Puts changed goals into a list, which is ordered by the last change: they come first.
 *
 * @param changed  The changed goals that match the filters of the list.
 * @returns Undefined if a goal of the list neither matches any more nor was deleted: load the list again then, because an
 *   index of the service may be a moment behind.
 */
export function mergeGoals<R extends Row>(
  pages: readonly Page<R>[],
  changes: ReadonlyMap<string, GoalChange>,
  changed: readonly R[],
): Page<R>[] | undefined {
  const arrived = new Set(changed.map(({ id }) => id))
  const isMissing = ({ id }: R) => changes.get(id)?.isDeleted === false && !arrived.has(id)
  if (pages.some(({ goals }) => goals.some(isMissing))) return undefined
  const newestFirst = changed.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
  return pages.map(({ goals, ...rest }, index) => {
    const kept = goals.filter(({ id }) => !changes.get(id)?.isDeleted && !arrived.has(id))
    return { ...rest, goals: index === 0 ? [...newestFirst, ...kept] : kept }
  })
}
