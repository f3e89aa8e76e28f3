/** What is stored about the emails to a user, and when the next one is due. */
import type { NotificationPreferences } from '@cairn/contract/schemas/notifications'
import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { newSecret } from '../secrets.ts'
import { timerOf } from '../table/entities/due/due-index.ts'
import { type PersonAlarmRecord, personAlarmEntity } from '../table/entities/due/person-alarm.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'
import { createRecord, putRecord } from '../table/entity/writes.ts'
import { shortHash } from '../table/short-id.ts'
import { firstDigestAt } from './first-digest.ts'

/** A user's record without what follows from the rest. */
export type Person = Omit<PersonAlarmRecord, 'timer' | 'dueAt' | 'dueShard'>

export const personKeyOf = shortHash

/** A user who has chosen nothing. */
export function newPerson(userId: string, now: Date): Person {
  return {
    personKey: personKeyOf(userId),
    userId,
    version: 0,
    preferences: {},
    digestAt: firstDigestAt(now.getTime()),
    unsubscribeKey: newSecret(),
  }
}

/** Returns null if nothing was stored about the user. Strongly consistent. */
export async function readPerson(database: Database, userId: string): Promise<PersonAlarmRecord | null> {
  return readRecord(database, personAlarmEntity, { personKey: personKeyOf(userId) })
}

export function preferencesOf({ preferences }: Pick<Person, 'preferences'>): NotificationPreferences {
  return {
    timeZone: preferences.timeZone ?? null,
    reportReminders: preferences.reportReminders ?? true,
    deadlineReminders: preferences.deadlineReminders ?? true,
    weeklyDigest: preferences.weeklyDigest ?? true,
  }
}

/** The time zone of the user's days. */
export function timeZoneOf({ preferences }: Pick<Person, 'preferences'>): string {
  return preferences.timeZone ?? 'UTC'
}

/** When something has to be done for the user, in Unix milliseconds; undefined if never. */
export function dueAtOf(person: Person): number | undefined {
  if (person.claimedUntil !== undefined) return person.claimedUntil
  const times = [
    ...(preferencesOf(person).weeklyDigest ? [person.digestAt] : []),
    ...(person.reminderAt === undefined ? [] : [person.reminderAt]),
  ]
  return times.length > 0 ? Math.min(...times) : undefined
}

/** The record of a user, at its next version. */
export function personRecord(person: Person): PersonAlarmRecord {
  return { ...person, version: person.version + 1, ...timerOf(person.personKey, dueAtOf(person)) }
}

/** The write of a user. Fails if the stored record is not the one that was read: has another version, or exists already. */
export function writePerson(database: Database, person: Person): TransactionItem {
  const record = personRecord(person)
  return person.version === 0
    ? createRecord(database, personAlarmEntity, record)
    : putRecord(database, personAlarmEntity, record, ({ version }, { eq }) => eq(version, person.version))
}
