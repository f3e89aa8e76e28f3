import type { ReminderRecord } from '../../storage/table/entities/due/reminder.ts'
import { type Person, timeZoneOf } from './person.ts'
import { mailedAt } from './reminders/add-reminders.ts'
import { nextDigestAt } from './schedule.ts'

/** The result of the work for a person whose timer was due. */
export type EmailsDone = {
  /** The person's day of an email with reminders; absent if none was sent. */
  mailedOn?: string
  /** Whether the digest was due, and sent if there was something to say. */
  isDigested?: boolean
  /** Ends the claim. */
  isLast: boolean
}

/**
 * The person after emails were sent: when something is due next. Pure.
 *
 * @param left  The reminders that wait for the next email.
 * @param time  When the sweep that did it began, in Unix milliseconds.
 */
export function afterEmails(
  person: Person,
  { mailedOn = person.remindedOn, isDigested = false, isLast }: EmailsDone,
  left: readonly Pick<ReminderRecord, 'day'>[],
  time: number,
): Person {
  const next: Person = { ...person, remindedOn: mailedOn }
  const times = left.map((reminder) => mailedAt(reminder, next, time))
  next.reminderAt = times.length > 0 ? Math.min(...times) : undefined
  if (isLast) next.claimedUntil = undefined
  if (isDigested) {
    next.digestAt = nextDigestAt(time, timeZoneOf(person))
    next.digestedAt = time
  }
  return next
}

/** Whether a reminder that waits is one of those that need not wait any longer. One of the same goal that was added meanwhile is not. */
export function isSettled(
  { goalKey, kind, due }: Pick<ReminderRecord, 'goalKey' | 'kind' | 'due'>,
  settled: readonly Pick<ReminderRecord, 'goalKey' | 'kind' | 'due'>[],
): boolean {
  return settled.some((one) => one.goalKey === goalKey && one.kind === kind && one.due === due)
}
