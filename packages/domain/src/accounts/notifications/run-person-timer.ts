import type { DueHandler } from '../../background/due/sweep-records.ts'
import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { PersonTimerRecord } from '../../storage/table/entities/due/person-timer.ts'
import { type ReminderRecord, reminderEntity } from '../../storage/table/entities/due/reminder.ts'
import { keyOfRecord, type TransactionItem } from '../../storage/table/entity.ts'
import { mailDigest } from './digest/mail-digest.ts'
import { readPending } from './pending.ts'
import { type Person, personRecord, preferencesOf, readPerson, timeZoneOf, writePerson } from './person.ts'
import { mailedAt } from './reminders/add-reminders.ts'
import { type MailedReminders, mailReminders } from './reminders/mail-reminders.ts'
import { nextDigestAt, spreadDigestAt } from './schedule.ts'

/** The result of the work for a person whose timer was due. */
type EmailsDone = {
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
    next.digestAt = nextDigestAt(time, timeZoneOf(person), person.personKey)
    next.digestedAt = time
  } else {
    next.digestAt = spreadDigestAt(person.digestAt, timeZoneOf(person), person.personKey)
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

/**
 * Work that is due for a person: an email with reminders, the weekly digest, or both.
 *
 *   claim, for 5 minutes ──▶ send the reminders ──▶ record that ──▶ send the digest ──▶ record that, end the claim
 *        │ another sweep has it: leave it      │ crash: after the claim, another sweep sends it again
 *
 * So an email is sent at least once, and twice only if a process dies, or the database fails, between sending and recording.
 */

/** Longer than a sweep may take. */
const claimMilliseconds = 5 * 60_000

export const runPersonTimer: DueHandler<'personAlarm'> = async (services, seen, now) => {
  const { database } = services
  const time = now.getTime()
  const person = await claim(database, seen.userId, time)
  if (!person) return
  const digestAt = spreadDigestAt(person.digestAt, timeZoneOf(person), person.personKey)
  const isDigestDue = preferencesOf(person).weeklyDigest && digestAt <= time
  const isReminderDue = person.reminderAt !== undefined && person.reminderAt <= time

  if (isReminderDue) {
    const mailed = services.email.enabled
      ? await mailReminders(services, person, now)
      : { settled: await readPending(database, person.personKey) }
    await record(database, person, time, { ...mailed, isLast: !isDigestDue })
  }
  if (isDigestDue) {
    if (services.email.enabled) await mailDigest(services, person, now)
    await record(database, person, time, { settled: [], isDigested: true, isLast: true })
  }
  if (!isReminderDue && !isDigestDue) await record(database, person, time, { settled: [], isLast: true })
}

/** Returns the person as claimed; undefined if nothing is due or another sweep has claimed it. */
async function claim(
  database: Database,
  userId: string,
  time: number,
): Promise<PersonTimerRecord | undefined> {
  const person = await readPerson(database, userId)
  if (person?.timer !== 'on' || person.dueAt > time) return undefined
  const claimed: Person = { ...person, claimedUntil: time + claimMilliseconds }
  const failed = await transact(database, { person: writePerson(claimed) })
  // If something else was written, the person is still due for the next sweep.
  return failed.length > 0 ? undefined : personRecord(claimed)
}

/** A transaction takes at most 100 writes. */
const deletesInTransaction = 90

/** Records what was done, and when something is due next. Does nothing if another sweep has claimed the person. */
async function record(
  database: Database,
  claimed: PersonTimerRecord,
  time: number,
  { settled, ...done }: MailedReminders & EmailsDone,
): Promise<void> {
  const { personKey, userId } = claimed
  await retryOnLostRace(database, async () => {
    // First the person: whoever adds a reminder advances its version too, so none is overlooked.
    const person = await readPerson(database, userId)
    if (!person || person.claimedUntil !== claimed.claimedUntil) return undefined
    const pending = await readPending(database, personKey)
    const finished = pending.filter((reminder) => isSettled(reminder, settled))
    const left = pending.filter((reminder) => !isSettled(reminder, settled))
    const next = afterEmails(person, done, left, time)
    await removeFirst(database, finished.slice(deletesInTransaction))
    const writes: Record<string, TransactionItem> = { person: writePerson(next) }
    for (const reminder of finished.slice(0, deletesInTransaction)) {
      writes[`${reminder.goalKey} ${reminder.kind}`] = { Delete: reminderEntity.delete(reminder) }
    }
    const failed = await transact(database, writes)
    return failed.length > 0 ? lostRace : undefined
  })
}

/** Those beyond a transaction are removed before it: they were mailed. */
async function removeFirst(database: Database, reminders: readonly ReminderRecord[]): Promise<void> {
  const requests = reminders.map((reminder) => ({
    DeleteRequest: { Key: keyOfRecord(reminderEntity, reminder) },
  }))
  await writeBatches(database, requests)
}
