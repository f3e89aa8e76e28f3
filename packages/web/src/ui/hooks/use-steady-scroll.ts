import { type RefObject, useLayoutEffect, useRef } from 'react'

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

/** Enough rows to tell those that moved on their own from those that were pushed. */
const observedRows = 12

/** The positions of the rows in view. Empty if the reader sees the beginning of the list, where new rows appear. */
function visiblePlaces(list: HTMLElement, rows: string): Place[] {
  if (list.getBoundingClientRect().top >= 0) return []
  const places: Place[] = []
  for (const element of list.querySelectorAll<HTMLElement>(rows)) {
    const { top, bottom } = element.getBoundingClientRect()
    if (top > innerHeight || places.length === observedRows) break
    if (bottom > 0) places.push({ element, top })
  }
  return places
}

/**
 * Keeps what somebody reads in its place on the screen if rows appear, disappear, or move above it. The browser's own scroll
 * anchoring loses rows that React moves. It does keep the place when the heights of rows outside the view become known later.
 *
 * @param rows  A selector for the rows of the list.
 * @param content  Changes whenever the rows change.
 */
export function useSteadyScroll(list: RefObject<HTMLElement | null>, rows: string, content: unknown): void {
  const shown = useRef(content)
  // Measure while rendering: later, the rows have moved.
  const before = shown.current !== content && list.current ? visiblePlaces(list.current, rows) : []
  useLayoutEffect(() => {
    shown.current = content
    const shift = medianShift(before)
    if (shift !== 0) scrollBy({ top: shift, behavior: 'instant' })
  })
}
