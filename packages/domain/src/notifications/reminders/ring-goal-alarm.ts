import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import type { DueHandler } from '../../due/sweep-records.ts'
import { nextAlarmAt } from '../../goals/record/alarm.ts'
import { readGoalRow } from '../../goals/record/read-goal.ts'
import { timerOf } from '../../table/entities/due/due-index.ts'
import { type GoalAlarmRecord, goalAlarmEntity } from '../../table/entities/due/goal-alarm.ts'
import type { GoalRow } from '../../table/entities/goals/goal-row.ts'
import { membershipEntity } from '../../table/entities/membership.ts'
import type { Where } from '../../table/entity/expression.ts'
import { removeRecord, updateRecord } from '../../table/entity/writes.ts'
import { longId } from '../../table/short-id.ts'
import { newPerson, type Person, readPerson, timeZoneOf } from '../person.ts'
import { addReminders } from './add-reminders.ts'
import { dueReminders } from './due-reminders.ts'

/** An alarm remembers the last ones: enough for a cadence that somebody changes to and fro. */
const rememberedKeys = 20

/**
 * Looks at a goal whose alarm is due: lets reminders of it wait for the owner's next email, and moves the alarm. Both are one
 * transaction, which requires the alarm to be as it was read: so each due date is reminded of once, however many sweeps run and
 * wherever they crash.
 */
export const ringGoalAlarm: DueHandler<'goalAlarm'> = async ({ database }, seen, now) => {
  const time = now.getTime()
  const key = { organizationKey: seen.organizationKey, goalKey: seen.goalKey }
  await retryOnLostRace(database, async () => {
    const [alarm, row] = await Promise.all([
      readRecord(database, goalAlarmEntity, key),
      readGoalRow(database, longId(key.organizationKey), longId(key.goalKey)),
    ])
    // Another sweep was faster, or the goal was changed and its alarm is due later.
    if (alarm?.timer !== 'on' || alarm.dueAt > time) return undefined
    const unchanged: Where<typeof goalAlarmEntity> = ({ timer, dueAt, since }, { eq }) =>
      `${eq(timer, 'on')} AND ${eq(dueAt, alarm.dueAt)} AND ${eq(since, alarm.since)}`
    if (!row) {
      const failed = await transact(database, {
        alarm: removeRecord(database, goalAlarmEntity, key, unchanged),
      })
      return failed.length > 0 ? lostRace : undefined
    }
    const owner = await readOwner(database, row, now)
    const { reminders, keys } = owner
      ? dueReminders(row, alarm, timeZoneOf(owner), time)
      : { reminders: [], keys: [] }
    const reminded = [...(alarm.reminded ?? []), ...keys].slice(-rememberedKeys)
    const set: Partial<GoalAlarmRecord> = {
      ...timerOf(key.goalKey, nextAlarmAt(row, time)),
      since: time,
      ...(reminded.length > 0 && { reminded }),
    }
    const failed = await transact(database, {
      alarm: updateRecord(database, goalAlarmEntity, key, { set, where: unchanged }),
      ...(owner && reminders.length > 0 && addReminders(database, owner, key, reminders, time)),
    })
    return failed.length > 0 ? lostRace : undefined
  })
}

/** Returns null if the goal has no owner who is a member. */
async function readOwner(
  database: Database,
  { organizationId, ownerUserId }: GoalRow,
  now: Date,
): Promise<Person | null> {
  if (ownerUserId === undefined) return null
  const [membership, person] = await Promise.all([
    readRecord(database, membershipEntity, { userKey: keyOf(ownerUserId), organizationId }),
    readPerson(database, ownerUserId),
  ])
  return membership && (person ?? newPerson(ownerUserId, now))
}
