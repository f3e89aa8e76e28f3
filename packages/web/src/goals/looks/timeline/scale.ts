/** A scale of days: from the first to the last day that a timeline shows. */
import { daysUntil } from '../../../presentation/time/format.ts'

export type Scale = {
  first: string
  last: string
  /** The days at which months, quarters, or years begin. */
  ticks: string[]
}

/** More would not be told apart. */
const maximumTicks = 14

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const monthOf = (day: string) => new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
function monthsAfter(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1))
}

/**
 * Returns a scale from the beginning of the first month to the end of the last one, with a tick for each month, or for every third, sixth, or
 * twelfth if there are many.
 *
 * @param days  Days that must be on the scale: `2026-11-20`. One at least.
 */
export function scaleOf(days: readonly [string, ...string[]]): Scale {
  const sorted = days.toSorted()
  const first = monthOf(sorted[0] ?? days[0])
  const last = monthsAfter(monthOf(sorted.at(-1) ?? days[0]), 1)
  const months =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth()
  const step =
    [1, 3, 6, 12].find((size) => months / size <= maximumTicks) ?? Math.ceil(months / maximumTicks / 12) * 12
  const ticks: string[] = []
  for (let month = 0; month < months; month++) {
    const tick = monthsAfter(first, month)
    const isYear = tick.getUTCFullYear() % Math.max(step / 12, 1) === 0
    if (isYear && tick.getUTCMonth() % step === 0) ticks.push(dayOf(tick))
  }
  return { first: dayOf(first), last: dayOf(last), ticks }
}

/** Returns the position of a day on the scale, from 0 to 1. Days outside are at its ends. */
export function placeOf(day: string, { first, last }: Scale): number {
  const share = daysUntil(day, first) / daysUntil(last, first)
  return Math.min(Math.max(share, 0), 1)
}
