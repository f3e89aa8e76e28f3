/** Differences between two lists of things with ids. */
export type RowDifferences<Row> = {
  added: Row[]
  removed: Row[]
  changed: { from: Row; to: Row }[]
  /** Whether the rows that both lists have are in another order. */
  isReordered: boolean
}

export function rowDifferences<Row extends { id: string }>(
  from: readonly Row[],
  to: readonly Row[],
): RowDifferences<Row> {
  const before = new Map(from.map((row) => [row.id, row]))
  const after = new Map(to.map((row) => [row.id, row]))
  const kept = from.filter(({ id }) => after.has(id))
  return {
    added: to.filter(({ id }) => !before.has(id)),
    removed: from.filter(({ id }) => !after.has(id)),
    changed: kept.flatMap((row) => {
      const now = after.get(row.id)
      return now && JSON.stringify(row) !== JSON.stringify(now) ? [{ from: row, to: now }] : []
    }),
    isReordered:
      kept.map(({ id }) => id).join() !==
      to
        .filter(({ id }) => before.has(id))
        .map(({ id }) => id)
        .join(),
  }
}
