/**
 * Work after the deletion of an account: a record `accountDeletion` is due until all of it is done.
 *
 *   deleted ─▶ claim ─▶ end memberships, leave organizations, forget addresses, ────┬─ not yet a minute ago ─▶ again, then
 *                │      delete sessions and emails                                  ├─ the time is up ───────▶ the next sweep
 *                ▼ another sweep has it                                             └─ nothing left ─────────▶ delete the record
 *               leave it
 *
 * The record is deleted after a pass that began a minute after the deletion: a request that was running may still have stored
 * something, for 8 seconds, and the indexes may be behind. A crash anywhere repeats a pass; what was done is not in the list any
 * more. Of two at once, one loses the claim.
 */

import type { DueHandler } from '../../../background/due/sweep-records.ts'
import { settledMilliseconds } from '../../../organizations/removal/finish-removal.ts'
import { deleteGrants } from '../../../programs/oauth/grants-of-user.ts'
import { writeBatches } from '../../../storage/database/batch-write.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { type Position, pagesOf, queryRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { requestBudgetMilliseconds } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import {
  type AccountDeletionRecord,
  accountDeletionEntity,
} from '../../../storage/table/entities/due/account-deletion.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import { inboxMailEntity } from '../../../storage/table/entities/due/inbox-mail.ts'
import { personTimerEntity } from '../../../storage/table/entities/due/person-timer.ts'
import { questionMailEntity } from '../../../storage/table/entities/due/question-mail.ts'
import { reminderEntity } from '../../../storage/table/entities/due/reminder.ts'
import { sessionEntity } from '../../../storage/table/entities/people/session.ts'
import { keyOfRecord } from '../../../storage/table/entity.ts'
import { readInboxMails, readPending, readQuestionMails } from '../../notifications/pending.ts'
import { changeDeletion } from './account-deletion.ts'
import { endRemainingMemberships } from './end-remaining-memberships.ts'
import { forgetAddresses } from './forget-address.ts'
import { leaveOrganizations } from './leave-organizations.ts'

/** Longer than a sweep. If it dies, another one continues then. */
const claimMilliseconds = 2 * 60_000

export const finishAccountDeletion: DueHandler<'accountDeletion', { database: Database }> = async (
  { database },
  { personKey, userId },
  now,
) => {
  const time = now.getTime()
  const read = async () => readRecord(database, accountDeletionEntity, { personKey })
  const due = await read()
  if (!due || due.dueAt > time) return
  await endRemainingMemberships(database, userId)
  const claim = timerOf(personKey, time + claimMilliseconds)
  const claimed = { deletion: changeDeletion(due, claim) }
  // Another sweep has it.
  if ((await transact(database, claimed)).length > 0) return
  const deletion = await read()
  if (deletion?.dueAt !== claim.dueAt) return

  const { deadline = Number.POSITIVE_INFINITY } = database
  const isOver = () => Date.now() >= deadline - requestBudgetMilliseconds
  const settledAt = Date.parse(deletion.createdAt) + settledMilliseconds
  const left = await leaveOrganizations(database, deletion, now, { isSettled: settledAt <= time, isOver })
  // Another sweep has claimed it meanwhile.
  if (left === undefined) return
  const isForgotten = await forgetAddresses(database, deletion, isOver)
  await deleteEmails(database, deletion)
  await deleteSessions(database, userId)
  await deleteGrants(database, { userId }, now)
  if (left.organizations.length === 0 && isForgotten && settledAt <= time) {
    await transact(database, {
      deletion: {
        Delete: accountDeletionEntity
          .remove({ personKey })
          .where(({ dueAt }, { eq }) => eq(dueAt, left.dueAt)),
      },
    })
    return
  }
  const isWaiting = isForgotten && left.organizations.every(({ role }) => role === 'owner')
  const next = timerOf(personKey, isWaiting ? Math.max(settledAt, time + 1) : time)
  await transact(database, { deletion: changeDeletion(left, next) })
}

/** Reminders and questions that wait, and what a request has stored that was running when the account was deleted. */
async function deleteEmails(
  database: Database,
  { personKey }: Pick<AccountDeletionRecord, 'personKey'>,
): Promise<void> {
  await transact(database, { person: { Delete: personTimerEntity.delete({ personKey }) } })
  const [reminders, questions, items] = await Promise.all([
    readPending(database, personKey),
    readQuestionMails(database, personKey),
    readInboxMails(database, personKey),
  ])
  const keys = [
    ...reminders.map((reminder) => keyOfRecord(reminderEntity, reminder)),
    ...questions.map((question) => keyOfRecord(questionMailEntity, question)),
    ...items.map((item) => keyOfRecord(inboxMailEntity, item)),
  ]
  await writeBatches(
    database,
    keys.map((key) => ({ DeleteRequest: { Key: key } })),
  )
}

/** They have ended, but contain name and address. Those that were never listed expire within 30 days. */
async function deleteSessions(database: Database, userId: string): Promise<void> {
  for await (const sessions of pagesOf(({ cursor }) => readSessions(database, userId, cursor))) {
    await writeBatches(
      database,
      sessions.map((session) => ({ DeleteRequest: { Key: keyOfRecord(sessionEntity, session) } })),
    )
  }
}

function readSessions(database: Database, userId: string, cursor: Position | null) {
  return queryRecords(database, sessionEntity, 'byUser', { userKey: keyOf(userId) }, { cursor })
}
