import { type ReminderRecord, reminderEntity } from '../../../storage/table/entities/due/reminder.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { type Person, timeZoneOf, writePerson } from '../person.ts'
import { morningOf, nextReminderAt } from '../schedule.ts'
import type { Reminder } from './due-reminders.ts'

type Goal = Pick<ReminderRecord, 'organizationKey' | 'goalKey'>

/**
 * The writes by which reminders of a goal wait for the person's next email, and by which that is due in time. They fail if the
 * person has changed since it was read. A reminder of the same goal and kind that still waits is replaced.
 */
export function addReminders(
  person: Person,
  { organizationKey, goalKey }: Goal,
  reminders: readonly Reminder[],
  now: number,
): Record<string, TransactionItem> {
  const { personKey } = person
  const items = reminders.map(({ kind, due, day }): [string, TransactionItem] => [
    `reminder:${kind}`,
    { Put: reminderEntity.put({ personKey, organizationKey, goalKey, kind, due, day }) },
  ])
  const times = reminders.map((reminder) => mailedAt(reminder, person, now))
  const reminderAt = Math.min(person.reminderAt ?? Number.POSITIVE_INFINITY, ...times)
  return { ...Object.fromEntries(items), person: writePerson({ ...person, reminderAt }) }
}

/** Returns the time from which a reminder may be mailed, in Unix milliseconds. */
export function mailedAt({ day }: Pick<Reminder, 'day'>, person: Person, now: number): number {
  const timeZone = timeZoneOf(person)
  const wanted = day === undefined ? now : Math.max(now, morningOf(day, timeZone))
  return nextReminderAt(wanted, timeZone, person.remindedOn)
}
