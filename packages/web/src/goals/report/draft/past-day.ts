import { language } from '../../../language/language.ts'
import { daysUntil, formatDate, formatDaysUntil, today } from '../../../presentation/time/format.ts'

const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' })

/** The day of a past time, as people say it: `today`, `yesterday`, `Tuesday`, and beyond six days the date. */
export function formatPastDay(time: string, now = new Date()): string {
  const days = daysUntil(today(new Date(time)), today(now))
  if (days >= -1) return formatDaysUntil(Math.min(days, 0))
  return days >= -6 ? weekday.format(new Date(time)) : formatDate(time)
}
