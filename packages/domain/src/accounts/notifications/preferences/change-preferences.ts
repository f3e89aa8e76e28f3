import { millisecondsPerDay } from '../../../requests/context.ts'
import type { ChosenPreferences } from '../../../storage/table/entities/due/person-timer.ts'
import { type Person, preferencesOf, timeZoneOf } from '../person.ts'
import { nextDigestAt } from '../schedule.ts'

/** A change of the time zone must not send a second digest on the same Monday. */
const daysBetweenDigests = 5

/**
 * A person with other preferences. Emails are due by the new time zone from now on; a digest that is turned on again starts
 * with the next Monday.
 */
export function changePreferences(person: Person, changes: ChosenPreferences, now: Date): Person {
  const inbox = { ...person.preferences.inbox, ...changes.inbox }
  const preferences = { ...person.preferences, ...changes, ...(changes.inbox && { inbox }) }
  const changed: Person = { ...person, preferences }
  const isMoved = timeZoneOf(changed) !== timeZoneOf(person)
  const isTurnedOn = preferencesOf(changed).weeklyDigest && !preferencesOf(person).weeklyDigest
  if (isMoved || isTurnedOn) {
    const last = person.digestedAt ?? Number.NEGATIVE_INFINITY
    const after = Math.max(now.getTime(), last + daysBetweenDigests * millisecondsPerDay)
    changed.digestAt = nextDigestAt(after, timeZoneOf(changed), person.personKey)
  }
  // The sweep then decides by the new time zone.
  if (isMoved && person.reminderAt !== undefined) changed.reminderAt = now.getTime()
  if (isMoved && person.inboxAt !== undefined) changed.inboxAt = now.getTime()
  return changed
}
