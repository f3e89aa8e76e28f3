/** How dates such as 03/04/2026 are meant. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The first letters of months, in English and German. */
const months: Record<string, number> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mär: 3,
  mrz: 3,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
/** Jira's `31/Dec/26 12:00 AM`, and `31. Dezember 2026`. */
const dayFirst = /^(\d{1,2})[-/.\s]+(\p{L}{3})\p{L}*[-/.\s]+(\d{4}|\d{2})(?!\d)/u
/** JavaScript's `Thu Dec 31 2026 00:00:00 GMT+0000`, which Linear writes, and `December 31, 2026`. */
const monthFirst = /^(?:\p{L}{3},? )?(\p{L}{3})\p{L}*\.? (\d{1,2}),? (\d{4})(?!\d)/u

/**
 * Returns in which order a column of dates has day and month: as its dates show that can be read in one way only. Null if none shows
 * it and one needs it.
 */
export function dateOrderOf(texts: readonly string[]): DateOrder | null {
  let isNeeded = false
  for (const text of texts) {
    const [, first = '', separator, second = ''] = numeric.exec(text.trim()) ?? []
    if (separator === undefined || separator === '.' || first === second) continue
    if (Number(first) > 12) return 'dmy'
    if (Number(second) > 12) return 'mdy'
    isNeeded = true
  }
  return isNeeded ? null : 'dmy'
}

/** Returns the date as `2026-12-31`, and undefined if the text has none. A time after it is left out. */
export function dateIn(text: string, order: DateOrder): string | undefined {
  const [year, month, day] = partsOf(text.trim(), order)
  if (!year || !month || !day) return undefined
  const date = `${year < 100 ? year + 2000 : year}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`
  // February 30 becomes March 2.
  const real = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(date) ? date : undefined
}

type Parts = (number | undefined)[]

function partsOf(text: string, order: DateOrder): Parts {
  const iso = yearFirst.exec(text)
  if (iso) return iso.slice(1).map(Number)
  const [, first, separator, second, year] = numeric.exec(text) ?? []
  // With dots the day comes first everywhere.
  if (separator) {
    const isDayFirst = separator === '.' || order === 'dmy'
    return [year, isDayFirst ? second : first, isDayFirst ? first : second].map(Number)
  }
  const [, day, name, named] = dayFirst.exec(text) ?? []
  if (name) return [Number(named), months[name.toLowerCase()], Number(day)]
  const [, month, dayAfter, yearAfter] = monthFirst.exec(text) ?? []
  return month ? [Number(yearAfter), months[month.toLowerCase()], Number(dayAfter)] : []
}
