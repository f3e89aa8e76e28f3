/**
 * Due times of emails, by the days and hours of a person. Pure. Times are in Unix milliseconds, days are texts such as
 * 2027-03-28.
 *
 * A local time that a change of clocks skips is that much later; one that happens twice is the first one (RFC 5545, and
 * `compatible` in Temporal). A day that a time zone skipped ends at once, so its morning is that of the day after.
 */
import { Temporal } from 'temporal-polyfill'
import { digestDelay } from './person.ts'

const morningHour = 8
const monday = 1
const daysPerWeek = 7

/** The person's day at a time. */
export function dayAt(time: number, timeZone: string): string {
  return localTime(time, timeZone).toPlainDate().toString()
}

/** 8 o'clock of a person's day. */
export function morningOf(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: knownZone(timeZone),
    plainTime: { hour: morningHour },
  }).epochMilliseconds
}

/** The day that many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days
}

/** Returns the due time of a person's first digest after a time: on a Monday, in the hour from 8 o'clock. */
export function nextDigestAt(after: number, timeZone: string, personKey: string): number {
  const delay = digestDelay(personKey)
  const today = localTime(after, timeZone).toPlainDate()
  const sinceMonday = (today.dayOfWeek - monday) % daysPerWeek
  const thisMonday = today.subtract({ days: sinceMonday })
  // At most 8 days ahead: the Monday of this week may be over.
  for (let week = 0; ; week++) {
    const at = morningOf(thisMonday.add({ weeks: week }).toString(), timeZone) + delay
    if (at > after) return at
  }
}

/** Returns the due time of a stored digest. Versions that did not spread digests have stored 8 o'clock for everybody. */
export function spreadDigestAt(stored: number, timeZone: string, personKey: string): number {
  const at = nextDigestAt(stored - 1, timeZone, personKey)
  return at - stored === digestDelay(personKey) ? at : stored
}

/**
 * Returns the time from which an email with reminders may be sent: there is one a day.
 *
 * @param remindedOn  The day of the last one.
 */
export function nextReminderAt(wanted: number, timeZone: string, remindedOn: string | undefined): number {
  if (remindedOn === undefined || dayAt(wanted, timeZone) > remindedOn) return wanted
  return Math.max(wanted, morningOf(addDays(remindedOn, 1), timeZone))
}

function localTime(time: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(knownZone(timeZone))
}

/** A name that another version of the time zone database knew must not stop anybody's emails. */
function knownZone(timeZone: string): string {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/**
 * Returns the time from which an email with what came at a time may be sent: the next morning of the person, if there was no email on that day
 * yet.
 *
 * @param remindedOn  The day of the last one.
 */
export function nextMorning(time: number, timeZone: string, remindedOn: string | undefined): number {
  const today = dayAt(time, timeZone)
  const morning = morningOf(today, timeZone)
  const next = morning > time ? morning : morningOf(addDays(today, 1), timeZone)
  return nextReminderAt(next, timeZone, remindedOn)
}
