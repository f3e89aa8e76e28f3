/** The keyboard of a tree, as the ARIA authoring practices describe it for tree grids whose rows have the focus. */

type Row = { id: string; parent: { id: string } | undefined; children: readonly unknown[] }

/** Returns the row that gets the focus, and which one is folded or unfolded. */
export type KeyEffect = { focus: string } | { fold: string } | { unfold: string }

/**
 * Returns what a key does in a tree; undefined if nothing.
 *
 * @param rows  Those that can be seen.
 * @param current  The id of the row that has the focus.
 */
export function effectOfKey(
  key: string,
  rows: readonly Row[],
  current: string,
  folded: ReadonlySet<string>,
): KeyEffect | undefined {
  const place = rows.findIndex(({ id }) => id === current)
  const row = rows[place]
  if (!row) return undefined
  const focusOn = (index: number): KeyEffect | undefined => {
    const other = rows[index]
    return other && other !== row ? { focus: other.id } : undefined
  }
  const canUnfold = row.children.length > 0 && folded.has(row.id)
  const canFold = row.children.length > 0 && !folded.has(row.id)
  switch (key) {
    case 'ArrowDown':
      return focusOn(place + 1)
    case 'ArrowUp':
      return focusOn(place - 1)
    case 'Home':
      return focusOn(0)
    case 'End':
      return focusOn(rows.length - 1)
    case 'ArrowRight':
      if (canUnfold) return { unfold: row.id }
      return canFold ? focusOn(place + 1) : undefined
    case 'ArrowLeft':
      if (canFold) return { fold: row.id }
      return row.parent && { focus: row.parent.id }
    default:
      return undefined
  }
}
