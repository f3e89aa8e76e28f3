const locale = 'en-GB'

const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const plainDate = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export const dayMilliseconds = 24 * 60 * 60 * 1_000

export const formatDate = (time: string | number) => date.format(new Date(time))
export const formatDateTime = (time: string) => dateTime.format(new Date(time))

/** A day without a zone, `2026-11-20`: it is that day everywhere. */
export const formatPlainDate = (day: string) => plainDate.format(new Date(`${day}T00:00:00Z`))

/** How long ago, in the largest unit that says something: `3 days ago`. */
export function formatAgo(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1_000)
  const size = Math.abs(seconds)
  if (size < 45) return 'just now'
  if (size < 45 * 60) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 22 * 3_600) return relative.format(Math.round(seconds / 3_600), 'hour')
  if (size < 26 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day')
  if (size < 320 * 86_400) return relative.format(Math.round(seconds / (30.4 * 86_400)), 'month')
  return relative.format(Math.round(seconds / (365 * 86_400)), 'year')
}

/** Today where the person is, as a plain date. */
export function today(now = new Date()): string {
  const month = String(now.getMonth() + 1).padStart(2, '0')
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`
}

/** Whole days from today to `day`; negative where it is past. */
export function daysUntil(day: string, from = today()): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMilliseconds)
}

/** `in 3 days`, `tomorrow`, `5 days ago`. */
export function formatDaysUntil(days: number): string {
  return Math.abs(days) > 60
    ? relative.format(Math.round(days / 30.4), 'month')
    : relative.format(days, 'day')
}
