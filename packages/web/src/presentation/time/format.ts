/** Dates, times, and numbers in the reader's locale. Relative times are part of sentences, so they are in the app's language. */
import { chosenLanguage, isPseudo, language, localesOf } from '../../language/language.ts'
import { texts } from './texts.ts'

/** `1 day ago`, never `yesterday`, which would be wrong for 23 hours ago. */
const elapsed = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
/** `tomorrow`, for whole calendar days. */
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** The time zone of the browser, in which the app shows all times. */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Some browsers on Linux report `en-US@posix`, which makes `Intl` throw. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/**
 * @param languages  The reader's languages, preferred first, as in `navigator.languages`.
 * @param timeZone  The browser's time zone by default.
 */
export function createFormats(languages: readonly string[], timeZone?: string) {
  const locales = languages.filter(isLanguage)
  const zone = timeZone === undefined ? {} : { timeZone }
  // The month in letters, as in the short form without the year: `dateStyle` writes it in digits in some languages.
  const day = { month: 'short', day: 'numeric' } as const
  const dayAndYear = { ...day, year: 'numeric' } as const
  const date = new Intl.DateTimeFormat(locales, { ...zone, ...dayAndYear })
  const longDate = new Intl.DateTimeFormat(locales, { ...zone, dateStyle: 'full' })
  const time = new Intl.DateTimeFormat(locales, { ...zone, timeStyle: 'short' })
  const plainDate = new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...dayAndYear })
  const dayOfYear = new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...day })
  const monthOnly = new Intl.DateTimeFormat(locales, { timeZone: 'UTC', month: 'short' })
  const wholeMonth = new Intl.DateTimeFormat(locales, { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const yearOnly = new Intl.DateTimeFormat(locales, { timeZone: 'UTC', year: 'numeric' })
  const number = new Intl.NumberFormat(locales)
  const percent = new Intl.NumberFormat(locales, { style: 'percent', maximumFractionDigits: 0 })
  const value = new Intl.NumberFormat(locales, { maximumFractionDigits: 6 })
  const compact = new Intl.NumberFormat(locales, { notation: 'compact', maximumSignificantDigits: 3 })
  const money = new Intl.NumberFormat(locales, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const pennies = new Intl.NumberFormat(locales, { maximumSignificantDigits: 2, maximumFractionDigits: 6 })
  const unit = (name: string) =>
    new Intl.NumberFormat(locales, { style: 'unit', unit: name, unitDisplay: 'short' })
  const units = { hour: unit('hour'), minute: unit('minute'), second: unit('second') }
  return {
    formatDate: (time: string | number) => date.format(new Date(time)),
    /** With the day of the week. */
    formatLongDate: (time: string | number) => longDate.format(new Date(time)),
    /** The time of day. */
    formatTime: (moment: string | number) => time.format(new Date(moment)),
    /** The time of day in another time zone. */
    formatTimeIn: (otherZone: string, moment: string | number) =>
      new Intl.DateTimeFormat(locales, { timeZone: otherZone, timeStyle: 'short' }).format(new Date(moment)),
    formatDateTime: (moment: string | number) =>
      `${date.format(new Date(moment))}, ${time.format(new Date(moment))}`,
    /** A date without a zone, `2026-11-20`, is the same day everywhere. */
    formatPlainDate: (day: string) => plainDate.format(new Date(`${day}T00:00:00Z`)),
    /** `Nov`, and in January the year: `2027`. */
    formatMonth: (day: string) =>
      (day.slice(5, 7) === '01' ? yearOnly : monthOnly).format(new Date(`${day}T00:00:00Z`)),
    /** `November 2026`. */
    formatWholeMonth: (day: string) => wholeMonth.format(new Date(`${day}T00:00:00Z`)),
    /** As `formatPlainDate`, without the year if it is this year. */
    formatShortDate: (day: string, now = today()) =>
      (day.slice(0, 4) === now.slice(0, 4) ? dayOfYear : plainDate).format(new Date(`${day}T00:00:00Z`)),
    formatNumber: (count: number) => number.format(count),
    /** A large number in three digits: `1.24M`. Beside it, a tooltip has the whole one. */
    formatCompact: (count: number) => (count < 10_000 ? number : compact).format(count),
    /** `2 hr 5 min`, in the two largest units. */
    formatDuration: (seconds: number) => {
      const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
      if (hours > 99) return units.hour.format(Math.round(seconds / 3_600))
      const parts =
        hours > 0
          ? [units.hour.format(hours), minutes > 0 && units.minute.format(minutes)]
          : [
              minutes > 0 && units.minute.format(minutes),
              minutes < 10 && seconds % 60 > 0 && units.second.format(Math.round(seconds % 60)),
            ]
      return parts.filter(Boolean).join(' ') || units.second.format(0)
    },
    /** An amount in the one currency that the team uses, which Cairn does not know. `micros` are millionths of it. */
    formatCost: (micros: number) =>
      (micros > 0 && micros < 10_000 ? pennies : money).format(micros / 1_000_000),
    /** A measured value, which has at most 6 decimals, with its unit. */
    formatValue: (measured: number, unit: string | null) =>
      unit === null ? value.format(measured) : `${value.format(measured)}\u00a0${unit}`,
    /** A share from 0 to 1, in whole percent. Only the whole is 100 %. */
    formatPercent: (share: number) => percent.format(share < 1 ? Math.min(share, 0.99) : 1),
  }
}

export const {
  formatDate,
  formatLongDate,
  formatTime,
  formatTimeIn,
  formatDateTime,
  formatPlainDate,
  formatShortDate,
  formatMonth,
  formatWholeMonth,
  formatNumber,
  formatCompact,
  formatDuration,
  formatCost,
  formatValue,
  formatPercent,
} = createFormats(
  // Tests see by the browser's dates that no text says one.
  isPseudo ? navigator.languages : localesOf(language, navigator.languages, chosenLanguage !== undefined),
)

/** The time of day in a zone. Undefined if the browser does not know the zone. */
export function timeIn(zone: string, now = new Date()): string | undefined {
  try {
    return formatTimeIn(zone, now.getTime())
  } catch {
    return undefined
  }
}

/** How long ago, in the largest suitable unit: `3 days ago`. */
export function formatAgo(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1_000)
  const size = Math.abs(seconds)
  if (size < 45) return texts.justNow
  if (size < 45 * 60) return elapsed.format(Math.round(seconds / 60), 'minute')
  if (size < 22 * 3_600) return elapsed.format(Math.round(seconds / 3_600), 'hour')
  if (size < 26 * 86_400) return elapsed.format(Math.round(seconds / 86_400), 'day')
  if (size < 320 * 86_400) return elapsed.format(Math.round(seconds / (30.4 * 86_400)), 'month')
  return elapsed.format(Math.round(seconds / (365 * 86_400)), 'year')
}

/** How long until a time within a day, to the second in its last minute: `in 8 minutes`. */
export function formatUntil(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1_000)
  if (seconds <= 0) return texts.anyMoment
  if (seconds < 60) return elapsed.format(seconds, 'second')
  return formatAgo(time, now)
}

/** Today in the local time zone: `2026-11-20`. */
export function today(now = new Date()): string {
  const month = String(now.getMonth() + 1).padStart(2, '0')
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`
}

/** Whole days from today to `day`. Negative if it is past. */
export function daysUntil(day: string, from = today()): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMilliseconds)
}

/** `in 3 days`, `tomorrow`, `5 days ago`; from two months on in months, from two years on in years: `6 years ago`. */
export function formatDaysUntil(days: number): string {
  const size = Math.abs(days)
  if (size <= 60) return relative.format(days, 'day')
  if (size < 2 * 365) return relative.format(Math.round(days / 30.4), 'month')
  return relative.format(Math.round(days / 365.25), 'year')
}
