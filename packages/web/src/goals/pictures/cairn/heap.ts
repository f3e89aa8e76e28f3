/** A stone's center and size, in units of the drawing. `y` grows downward. */
export type Place = { x: number; y: number; width: number; height: number }

type HeapSize = {
  width: number
  height: number
  /** A heap of many stones becomes wider, not higher. */
  maximumRows: number
  /** A few stones do not fill the drawing. */
  largestStone: { width: number; height: number }
}

/** How many stones fit into a heap whose lowest row has `base` stones, and each row above one less. */
function capacityOf(base: number, rows: number): number {
  return rows * base - (rows * (rows - 1)) / 2
}

/**
 * Returns the places of stones in a heap, from the first stone, at the bottom on the left, to the last one, on top. Rows are
 * filled from below, and each is centered.
 */
export function heapOf(count: number, { width, height, maximumRows, largestStone }: HeapSize): Place[] {
  let rows = 1
  while (rows < maximumRows && capacityOf(rows, rows) < count) rows++
  let base = rows
  while (capacityOf(base, rows) < count) base++
  const stone = {
    width: Math.min(largestStone.width, width / base),
    height: Math.min(largestStone.height, height / rows),
  }
  const places: Place[] = []
  for (let row = 0; places.length < count; row++) {
    const inRow = Math.min(base - row, count - places.length)
    for (let column = 0; column < inRow; column++) {
      places.push({
        x: width / 2 + (column - (inRow - 1) / 2) * stone.width,
        y: height - (row + 0.5) * stone.height,
        ...stone,
      })
    }
  }
  return places
}
