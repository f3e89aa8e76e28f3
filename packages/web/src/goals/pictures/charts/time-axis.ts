/** The times that a chart shows, in milliseconds. */
export type Axis = {
  begin: number
  end: number
  /** The target date, if there is one and it is near enough to be drawn. */
  due: number | undefined
  /** Whether the target date is after the end of the chart. */
  isDueLater: boolean
}

/** A target date in the far future must not squeeze what happened to a line: at least this share of the width is the past. */
const shortestPast = 0.4

/** @param dueDate  The target date, `2027-03-31`. The goal is due at its end. */
export function axisOf(begin: number, now: number, dueDate: string | undefined): Axis {
  // Avoids a width of zero.
  const latest = Math.max(now, begin + 60_000)
  if (dueDate === undefined) return { begin, end: latest, due: undefined, isDueLater: false }
  const due = Date.parse(`${dueDate}T23:59:59`)
  const farthest = begin + (latest - begin) / shortestPast
  if (due > farthest) return { begin, end: latest, due: undefined, isDueLater: true }
  if (due < begin) return { begin, end: latest, due: undefined, isDueLater: false }
  return { begin, end: Math.max(latest, due), due, isDueLater: false }
}

export type AxisLabel = { key: string; text: string; x: number; anchor: 'start' | 'middle' | 'end' }

/** More than the width of most characters at 13 px. */
export const characterWidth = 7.2
const gap = 12

/**
 * Leaves out labels that would touch a label before them in the list, and moves the others into the chart.
 *
 * @param wanted  The most important first.
 */
export function placedLabels(
  wanted: readonly { key: string; text: string; x: number }[],
  left: number,
  right: number,
): AxisLabel[] {
  const taken: { from: number; to: number }[] = []
  return wanted.flatMap(({ key, text, x }): AxisLabel[] => {
    const length = text.length * characterWidth
    const from = Math.min(Math.max(x - length / 2, left), right - length)
    const to = from + length
    if (from < left || taken.some((other) => from < other.to + gap && to > other.from - gap)) return []
    taken.push({ from, to })
    if (from === left) return [{ key, text, x: left, anchor: 'start' }]
    return to === right
      ? [{ key, text, x: right, anchor: 'end' }]
      : [{ key, text, x: from + length / 2, anchor: 'middle' }]
  })
}
