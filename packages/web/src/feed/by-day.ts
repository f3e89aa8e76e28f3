import { dayMilliseconds, formatLongDate, today } from '../presentation/time/format.ts'
import { texts } from './texts.ts'

type Timed = { id: string; createdAt: string }

export type Day<E extends Timed> = {
  /** `2026-11-20`, in the reader's time zone. */
  date: string
  /** The time of the day's newest event. */
  time: string
  events: E[]
}

/** Groups events, newest first, by the reader's days. An event that the service returned twice is shown once. */
export function byDay<E extends Timed>(events: readonly E[]): Day<E>[] {
  const days: Day<E>[] = []
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

/** texts.today, texts.yesterday, or the date with the day of the week. */
export function dayName({ date, time }: Pick<Day<Timed>, 'date' | 'time'>, now = new Date()): string {
  if (date === today(now)) return texts.today
  const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12).getTime()
  return date === today(new Date(noon - dayMilliseconds)) ? texts.yesterday : formatLongDate(time)
}
