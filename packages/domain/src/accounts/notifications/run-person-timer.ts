import type { DueHandler } from '../../background/due/sweep-records.ts'
import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { type InboxMailRecord, inboxMailEntity } from '../../storage/table/entities/due/inbox-mail.ts'
import type { PersonTimerRecord } from '../../storage/table/entities/due/person-timer.ts'
import { type ReminderRecord, reminderEntity } from '../../storage/table/entities/due/reminder.ts'
import { deleteItem, keyOfRecord, type RecordKey, type TransactionItem } from '../../storage/table/entity.ts'
import { mailDigest } from './digest/mail-digest.ts'
import { readInboxMails, readPending } from './pending.ts'
import { type Person, personRecord, preferencesOf, readPerson, timeZoneOf, writePerson } from './person.ts'
import { mailedAt } from './reminders/add-reminders.ts'
import { type MailedReminders, mailReminders } from './reminders/mail-reminders.ts'
import { nextDigestAt, nextMorning, spreadDigestAt } from './schedule.ts'

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
 * @param leftItems  The items of inboxes that wait for the next email.
 */
export function afterEmails(
  person: Person,
  { mailedOn = person.remindedOn, isDigested = false, isLast }: EmailsDone,
  left: readonly Pick<ReminderRecord, 'day'>[],
  time: number,
  leftItems: readonly Pick<InboxMailRecord, 'addedAt'>[] = [],
): Person {
  const next: Person = { ...person, remindedOn: mailedOn }
  const times = left.map((reminder) => mailedAt(reminder, next, time))
  next.reminderAt = times.length > 0 ? Math.min(...times) : undefined
  const mornings = leftItems.map(({ addedAt }) => nextMorning(addedAt, timeZoneOf(person), mailedOn))
  next.inboxAt = mornings.length > 0 ? Math.min(...mornings) : undefined
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
 * Work that is due for a person: an email with reminders and items of inboxes, the weekly digest, or both.
 *
 *   claim, for 5 minutes ──▶ send reminders, items ──▶ record that ──▶ send the digest ──▶ record that, end the claim
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
  const isAt = (dueAt: number | undefined) => dueAt !== undefined && dueAt <= time
  const isReminderDue = isAt(person.reminderAt) || isAt(person.inboxAt)

  if (isReminderDue) {
    const mailed = services.email.enabled
      ? await mailReminders(services, person, now)
      : await readEverything(database, person.personKey)
    await record(database, person, time, { ...mailed, isLast: !isDigestDue })
  }
  if (isDigestDue) {
    if (services.email.enabled) await mailDigest(services, person, now)
    await record(database, person, time, { ...nothing, isDigested: true, isLast: true })
  }
  if (!isReminderDue && !isDigestDue) await record(database, person, time, { ...nothing, isLast: true })
}

const nothing = { settled: [], settledItems: [] }

/** Ends what waits for an email where none can be sent. */
async function readEverything(database: Database, personKey: string): Promise<MailedReminders> {
  const [settled, settledItems] = await Promise.all([
    readPending(database, personKey),
    readInboxMails(database, personKey),
  ])
  return { settled, settledItems }
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
  { settled, settledItems, ...done }: MailedReminders & EmailsDone,
): Promise<void> {
  const { personKey, userId } = claimed
  await retryOnLostRace(database, async () => {
    // First the person: whoever adds a reminder advances its version too, so none is overlooked.
    const person = await readPerson(database, userId)
    if (!person || person.claimedUntil !== claimed.claimedUntil) return undefined
    const { settled: pending, settledItems: mails } = await readEverything(database, personKey)
    const finished = pending.filter((reminder) => isSettled(reminder, settled))
    const left = pending.filter((reminder) => !isSettled(reminder, settled))
    const settledIds = new Set(settledItems.map(nameOf))
    const [mailed, leftItems] = splitBy(mails, (mail) => settledIds.has(nameOf(mail)))
    const next = afterEmails(person, done, left, time, leftItems)
    const keys = [
      ...finished.map((reminder) => keyOfRecord(reminderEntity, reminder)),
      ...mailed.map((mail) => keyOfRecord(inboxMailEntity, mail)),
    ]
    await removeFirst(database, keys.slice(deletesInTransaction))
    const writes: Record<string, TransactionItem> = { person: writePerson(next) }
    for (const key of keys.slice(0, deletesInTransaction)) {
      writes[`${key.pk} ${key.sk}`] = { Delete: deleteItem(key) }
    }
    const failed = await transact(database, writes)
    return failed.length > 0 ? lostRace : undefined
  })
}

/** Those beyond a transaction are removed before it: they were mailed. */
async function removeFirst(database: Database, keys: readonly RecordKey[]): Promise<void> {
  await writeBatches(
    database,
    keys.map((key) => ({ DeleteRequest: { Key: key } })),
  )
}

function nameOf({ organizationKey, itemId }: Pick<InboxMailRecord, 'organizationKey' | 'itemId'>): string {
  return `${organizationKey} ${itemId}`
}

function splitBy<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}
