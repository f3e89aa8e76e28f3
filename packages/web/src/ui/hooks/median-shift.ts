/** A row and the distance of its upper edge from that of the view, in pixels. */
export type Place = { element: Pick<HTMLElement, 'isConnected' | 'getBoundingClientRect'>; top: number }

/**
 * How far the rows have moved down, in pixels. The median ignores the few that moved on their own, such as a goal that has
 * just changed and now comes first.
 */
export function medianShift(places: readonly Place[]): number {
  const shifts = places
    .filter(({ element }) => element.isConnected)
    .map(({ element, top }) => element.getBoundingClientRect().top - top)
    .toSorted((one, other) => one - other)
  return shifts[Math.floor(shifts.length / 2)] ?? 0
}
