import type { DueServices } from '../../../background/due/sweep-records.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import type { InboxMailRecord } from '../../../storage/table/entities/due/inbox-mail.ts'
import type { PersonTimerRecord } from '../../../storage/table/entities/due/person-timer.ts'
import { type ReminderRecord, reminderEntity } from '../../../storage/table/entities/due/reminder.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../../storage/table/entities/organizations/organization.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { inboxMessage } from '../inbox/inbox-message.ts'
import { readMailedItems } from '../inbox/mailed-items.ts'
import { readAddressee } from '../mail/addressee.ts'
import { deliverOnce } from '../mail/deliver-once.ts'
import { readInboxMails, readPending } from '../pending.ts'
import { newPerson, readPerson, timeZoneOf } from '../person.ts'
import { dayAt, nextMorning } from '../schedule.ts'
import { addReminders, mailedAt } from './add-reminders.ts'
import { fateOf } from './due-reminders.ts'
import { type GoalReminder, remindersMessage } from './reminders-message.ts'

/** The reminders and items that need not wait any longer, and the person's day if there was an email. */
export type MailedReminders = {
  settled: readonly ReminderRecord[]
  settledItems: readonly InboxMailRecord[]
  mailedOn?: string
}

/**
 * Mails the reminders and items of inboxes that are due, in one email, and with it the reminders that are due later on the same day of the
 * person, and all items since the last email. Those that no longer hold are dropped. Those of goals with another owner now wait for that owner's email.
 */
export async function mailReminders(
  services: DueServices,
  person: PersonTimerRecord,
  now: Date,
): Promise<MailedReminders> {
  const { database, webOrigin } = services
  const time = now.getTime()
  const today = dayAt(time, timeZoneOf(person))
  const [pending, mails] = await Promise.all([
    readPending(database, person.personKey),
    readInboxMails(database, person.personKey),
  ])
  const isDue =
    pending.some((reminder) => mailedAt(reminder, person, time) <= time) ||
    mails.some(({ addedAt }) => nextMorning(addedAt, timeZoneOf(person), person.remindedOn) <= time)
  if (!isDue) return { settled: [], settledItems: [] }
  const ofToday = pending.filter(({ day }) => day === undefined || day <= today)

  const [addressee, items, ...checked] = await Promise.all([
    readAddressee(database, person),
    readMailedItems(database, person, mails, now),
    ...ofToday.map((reminder) => check(database, reminder, person, now)),
  ])
  const settled: ReminderRecord[] = []
  const reminders: GoalReminder[] = []
  for (const { reminder, row, organizationName, fate } of checked) {
    if (typeof fate === 'object') {
      await forward(database, reminder, fate.newOwner, now)
      continue
    }
    settled.push(reminder)
    if (!row || fate === 'drop') continue
    const shownName = addressee?.hasOneOrganization ? undefined : organizationName
    reminders.push({ kind: reminder.kind, due: reminder.due, row, organizationName: shownName })
  }
  const done = { settled, settledItems: mails }
  if (!addressee || (reminders.length === 0 && items.length === 0)) return done
  const { hasOneOrganization } = addressee
  const message =
    items.length === 0
      ? remindersMessage(addressee, person, reminders, webOrigin, time)
      : inboxMessage(addressee, person, { items, reminders, hasOneOrganization }, webOrigin, time)
  await deliverOnce(services, message)
  return { ...done, mailedOn: today }
}

/** Reads what decides about a reminder. */
async function check(database: Database, reminder: ReminderRecord, person: PersonTimerRecord, now: Date) {
  const organizationId = longId(reminder.organizationKey)
  const [row, membership, organization] = await Promise.all([
    readGoalRow(database, organizationId, longId(reminder.goalKey)),
    readRecord(database, membershipEntity, { userKey: keyOf(person.userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
  ])
  const fate = fateOf(reminder, row, { person, isMember: membership !== null }, now.getTime())
  return { reminder, row, organizationName: organization?.name, fate }
}

/** Lets a reminder wait for the email of the goal's new owner, unless somebody else has moved it. */
async function forward(
  database: Database,
  { personKey, ...reminder }: ReminderRecord,
  userId: string,
  now: Date,
): Promise<void> {
  await retryOnLostRace(database, async () => {
    const [owner, left] = await Promise.all([
      readPerson(database, userId),
      readRecord(database, reminderEntity, { personKey, ...reminder }),
    ])
    if (left?.due !== reminder.due) return undefined
    const failed = await transact(database, {
      left: {
        Delete: reminderEntity
          .remove({ personKey, ...reminder })
          .where(({ due }, { eq }) => eq(due, reminder.due)),
      },
      ...addReminders(owner ?? newPerson(userId, now), reminder, [reminder], now.getTime()),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}
