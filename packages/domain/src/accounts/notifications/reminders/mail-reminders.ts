import type { DueServices } from '../../../background/due/sweep-records.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import type { PersonTimerRecord } from '../../../storage/table/entities/due/person-timer.ts'
import { type ReminderRecord, reminderEntity } from '../../../storage/table/entities/due/reminder.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../../storage/table/entities/organizations/organization.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { readAddressee } from '../mail/addressee.ts'
import { deliverOnce } from '../mail/deliver-once.ts'
import { readPending } from '../pending.ts'
import { newPerson, readPerson, timeZoneOf } from '../person.ts'
import { dayAt } from '../schedule.ts'
import { addReminders, mailedAt } from './add-reminders.ts'
import { fateOf } from './due-reminders.ts'
import { type GoalReminder, remindersMessage } from './reminders-message.ts'

/** The reminders that need not wait any longer, and the person's day if there was an email. */
export type MailedReminders = { settled: readonly ReminderRecord[]; mailedOn?: string }

/**
 * Mails the reminders that are due, in one email, and with it those that are due later on the same day of the person. Those that no
 * longer hold are dropped. Those of goals with another owner now wait for that owner's email.
 */
export async function mailReminders(
  services: DueServices,
  person: PersonTimerRecord,
  now: Date,
): Promise<MailedReminders> {
  const { database, webOrigin } = services
  const time = now.getTime()
  const today = dayAt(time, timeZoneOf(person))
  const pending = await readPending(database, person.personKey)
  const isDue = pending.some((reminder) => mailedAt(reminder, person, time) <= time)
  if (!isDue) return { settled: [] }
  const ofToday = pending.filter(({ day }) => day === undefined || day <= today)

  const [addressee, ...checked] = await Promise.all([
    readAddressee(database, person),
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
  if (!addressee || reminders.length === 0) return { settled }
  const message = remindersMessage(addressee, person, reminders, webOrigin, time)
  await deliverOnce(services, message)
  return { settled, mailedOn: today }
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
