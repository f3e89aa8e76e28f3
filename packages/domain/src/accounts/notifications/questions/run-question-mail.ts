/**
 * Mails questions to people who were asked: all that are due to a person, in one email.
 *
 *   claim the person ─▶ read the questions ─▶ mark them ─▶ send ─▶ delete the marked ones, end the claim
 *        │ another sweep has it: leave them     │                │ not taken: unmark them; the next sweep tries again
 *        ▼                                      ▼ 12 today: they wait for the next morning
 *
 * A question is marked before its email is sent. A process that dies in between leaves a person without this email, and sends none twice. One
 * that dies earlier or later leaves the rest to another sweep, after the claim.
 */
import type { DueHandler } from '../../../background/due/sweep-records.ts'
import type { Database } from '../../../storage/database/client.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import {
  type QuestionMailRecord,
  questionMailEntity,
} from '../../../storage/table/entities/due/question-mail.ts'
import { putRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import { readAddressee } from '../mail/addressee.ts'
import { deliverOnce } from '../mail/deliver-once.ts'
import { readQuestionMails } from '../pending.ts'
import { newPerson, type Person, preferencesOf, readPerson, timeZoneOf, writePerson } from '../person.ts'
import { addDays, dayAt, morningOf } from '../schedule.ts'
import { readOpenMails } from './open-mails.ts'
import { questionsMessage } from './questions-message.ts'

export const maximumQuestionMailsADay = 12

/** Longer than a sweep may take. */
const claimMilliseconds = 5 * 60_000
/** Sweeps are a minute apart, and may begin some seconds early. */
const pauseMilliseconds = 50_000
/** Of one email. A transaction takes at most 100 writes. */
const maximumMails = 90

export const runQuestionMail: DueHandler<'questionMail'> = async (services, { userId, personKey }, now) => {
  const { database, email } = services
  const time = now.getTime()
  const [all, person, addressee] = await Promise.all([
    readQuestionMails(database, personKey),
    readPerson(database, userId),
    readAddressee(database, { userId }),
  ])
  // One that has failed has a later time.
  const due = all.filter(({ dueAt, failedAttempts }) => dueAt <= time || failedAttempts !== undefined)
  const mails = due.slice(0, maximumMails)
  if (mails.length === 0) return
  if (!addressee || !email.enabled) return remove(database, mails)
  const claimed = await claim(database, person ?? newPerson(userId, now), time)
  if (!claimed) return

  const waiting = preferencesOf(claimed).questions
    ? mails.filter(({ mailedAt }) => mailedAt === undefined)
    : []
  const questions = await readOpenMails(database, waiting, addressee, now)
  const open = new Set(questions.map(({ questionId }) => questionId))
  const toMail = waiting.filter(({ questionId }) => open.has(questionId))
  await remove(
    database,
    mails.filter((mail) => !toMail.includes(mail)),
  )
  if (toMail.length === 0) {
    await endClaim(database, claimed, {})
    return
  }

  const today = dayAt(time, timeZoneOf(claimed))
  const count = claimed.questionMails?.day === today ? claimed.questionMails.count : 0
  if (count >= maximumQuestionMailsADay) {
    const morning = timerOf(personKey, morningOf(addDays(today, 1), timeZoneOf(claimed)))
    await endClaim(database, claimed, puts(toMail.map((mail) => ({ ...mail, ...morning }))))
    return
  }
  const isMarked = await changePerson(
    database,
    claimed,
    (current) => ({ ...current, questionMails: { day: today, count: count + 1, at: time } }),
    puts(toMail.map((mail) => ({ ...mail, mailedAt: time }))),
  )
  if (!isMarked) return
  try {
    await deliverOnce(services, questionsMessage(addressee, claimed, questions, services.webOrigin))
  } catch (error) {
    await unmark(database, claimed, toMail, time)
    throw error
  }
  const isEnded = await endClaim(database, claimed, deletes(toMail))
  // The email took longer than the claim.
  if (!isEnded) await remove(database, toMail)
}

type Claimed = Person & { claimedUntil: number }

/** Returns undefined if another sweep has claimed the person, or an email has just been sent: a later sweep finds the questions. */
async function claim(database: Database, person: Person, time: number): Promise<Claimed | undefined> {
  const { claimedUntil = 0, questionMails } = person
  if (claimedUntil > time || (questionMails && questionMails.at + pauseMilliseconds > time)) return undefined
  const claimed = { ...person, claimedUntil: time + claimMilliseconds }
  const failed = await transact(database, { person: writePerson(claimed) })
  return failed.length > 0 ? undefined : claimed
}

/** Writes a claimed person with other records. Returns false if another sweep has claimed it meanwhile. */
async function changePerson(
  database: Database,
  { userId, claimedUntil }: Claimed,
  change: (person: Person) => Person,
  items: Record<string, TransactionItem>,
): Promise<boolean> {
  return retryOnLostRace(database, async () => {
    const current = await readPerson(database, userId)
    if (current?.claimedUntil !== claimedUntil) return false
    const failed = await transact(database, { ...items, person: writePerson(change(current)) })
    return failed.length > 0 ? lostRace : true
  })
}

function endClaim(
  database: Database,
  claimed: Claimed,
  items: Record<string, TransactionItem>,
): Promise<boolean> {
  return changePerson(database, claimed, ({ claimedUntil: _, ...person }) => person, items)
}

/** After an email that was not sent. Another one is tried by the next sweep at the earliest. */
async function unmark(
  database: Database,
  claimed: Claimed,
  mails: readonly QuestionMailRecord[],
  time: number,
): Promise<void> {
  await changePerson(
    database,
    claimed,
    (person) => ({ ...person, questionMails: claimed.questionMails, claimedUntil: time + pauseMilliseconds }),
    puts(mails),
  )
}

async function remove(database: Database, mails: readonly QuestionMailRecord[]): Promise<void> {
  if (mails.length > 0) await transact(database, deletes(mails))
}

/** Without a condition: whoever has claimed the person is alone with them, and a failed attempt that was counted meanwhile does not matter. */
function puts(mails: readonly QuestionMailRecord[]): Record<string, TransactionItem> {
  return Object.fromEntries(
    mails.map((mail) => [mail.questionId, { Put: putRecord(questionMailEntity, mail) }] as const),
  )
}

function deletes(mails: readonly QuestionMailRecord[]): Record<string, TransactionItem> {
  return Object.fromEntries(
    mails.map((mail) => [mail.questionId, { Delete: questionMailEntity.delete(mail) }] as const),
  )
}
