import { createHash } from 'node:crypto'
import { defaultInboxChoices } from '@cairn/contract/goals/inbox-kinds'
import type { NotificationPreferences } from '@cairn/contract/schemas/people/notifications'
import { millisecondsPerDay } from '../../requests/context.ts'
import { newSecret } from '../../requests/secrets.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import { type PersonTimerRecord, personTimerEntity } from '../../storage/table/entities/due/person-timer.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { shortHash } from '../../storage/table/short-id.ts'

const digestHour = 8
const millisecondsPerHour = 60 * 60 * 1000
/** Day 0 of Unix time was a Thursday. */
const firstMonday = 4
const daysPerWeek = 7

/**
 * Returns how long after 8 o'clock a person's digest is due, in milliseconds: less than an hour, and always the same. So the digests
 * of a time zone are spread over an hour.
 */
export function digestDelay(personKey: string): number {
  return createHash('sha256').update(personKey, 'utf8').digest().readUInt32BE() % millisecondsPerHour
}

/**
 * Returns when the first digest of a user without a time zone is due: on the first Monday, in the hour from 8 o'clock UTC, after a
 * time. Without a library of time zones, which the functions that create users would have to load. In Unix milliseconds.
 */
export function firstDigestAt(now: number, personKey: string): number {
  const first = firstMonday * millisecondsPerDay + digestHour * millisecondsPerHour + digestDelay(personKey)
  const week = daysPerWeek * millisecondsPerDay
  return first + (Math.floor((now - first) / week) + 1) * week
}

/** The stored state of the emails to a user, and when the next one is due. */

/** A user's record without what follows from the rest. */
export type Person = Omit<PersonTimerRecord, 'timer' | 'dueAt' | 'dueShard'>

export const personKeyOf = shortHash

/** A user who has chosen nothing. */
export function newPerson(userId: string, now: Date): Person {
  const personKey = personKeyOf(userId)
  return {
    personKey,
    userId,
    version: 0,
    preferences: {},
    digestAt: firstDigestAt(now.getTime(), personKey),
    unsubscribeKey: newSecret(),
  }
}

/** Returns null if nothing was stored about the user. Strongly consistent. */
export async function readPerson(database: Database, userId: string): Promise<PersonTimerRecord | null> {
  return readRecord(database, personTimerEntity, { personKey: personKeyOf(userId) })
}

export function preferencesOf({
  preferences,
}: Pick<Person, 'preferences'>): Omit<NotificationPreferences, 'language'> {
  return {
    timeZone: preferences.timeZone ?? null,
    reportReminders: preferences.reportReminders ?? true,
    deadlineReminders: preferences.deadlineReminders ?? true,
    weeklyDigest: preferences.weeklyDigest ?? true,
    questions: preferences.questions ?? true,
    inbox: { ...defaultInboxChoices, ...preferences.inbox },
  }
}

/** The time zone of the user's days. */
export function timeZoneOf({ preferences }: Pick<Person, 'preferences'>): string {
  return preferences.timeZone ?? 'UTC'
}

/** Returns the time of the next work for the user, in Unix milliseconds; undefined if none. */
export function dueAtOf(person: Person): number | undefined {
  if (person.claimedUntil !== undefined) return person.claimedUntil
  const times = [
    ...(preferencesOf(person).weeklyDigest ? [person.digestAt] : []),
    ...(person.reminderAt === undefined ? [] : [person.reminderAt]),
    ...(person.inboxAt === undefined ? [] : [person.inboxAt]),
  ]
  return times.length > 0 ? Math.min(...times) : undefined
}

/** The record of a user, at its next version. */
export function personRecord(person: Person): PersonTimerRecord {
  return { ...person, version: person.version + 1, ...timerOf(person.personKey, dueAtOf(person)) }
}

/** The write of a user. Fails if the stored record is not the one that was read: has another version, or exists already. */
export function writePerson(person: Person): TransactionItem {
  const record = personRecord(person)
  return person.version === 0
    ? { Put: personTimerEntity.create(record) }
    : { Put: personTimerEntity.put(record).where(({ version }, { eq }) => eq(version, person.version)) }
}
