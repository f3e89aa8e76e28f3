import type { Event } from '@cairn/contract/schemas/feed/events'
import { dayMilliseconds, formatLongDate, today } from '../time/format.ts'

export type Day = {
  /** `2026-11-20`, in the reader's time zone. */
  date: string
  /** When the newest event of the day was. */
  time: string
  events: Event[]
}

/** Groups events, newest first, by the reader's days. An event that the service returned twice is shown once. */
export function byDay(events: readonly Event[]): Day[] {
  const days: Day[] = []
  const known = new Set<string>()
  for (const event of events) {
    if (known.has(event.id)) continue
    known.add(event.id)
    const date = today(new Date(event.createdAt))
    const last = days.at(-1)
    if (last?.date === date) last.events.push(event)
    else days.push({ date, time: event.createdAt, events: [event] })
  }
  return days
}

/** `Today`, `Yesterday`, or the date with the day of the week. */
export function dayName({ date, time }: Pick<Day, 'date' | 'time'>, now = new Date()): string {
  if (date === today(now)) return 'Today'
  const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12).getTime()
  return date === today(new Date(noon - dayMilliseconds)) ? 'Yesterday' : formatLongDate(time)
}
