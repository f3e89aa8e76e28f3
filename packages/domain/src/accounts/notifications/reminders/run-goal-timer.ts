import type { DueHandler } from '../../../background/due/sweep-records.ts'
import { nextTimerAt } from '../../../goals/record/goal-timer.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import { type GoalTimerRecord, goalTimerEntity } from '../../../storage/table/entities/due/goal-timer.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { membershipEntity } from '../../../storage/table/entities/organizations/membership.ts'
import type { Where } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { newPerson, type Person, readPerson, timeZoneOf } from '../person.ts'
import { addReminders } from './add-reminders.ts'
import { dueReminders } from './due-reminders.ts'

/** A timer remembers the last ones: enough for a cadence that somebody changes to and fro. */
const rememberedKeys = 20

/**
 * Looks at a goal whose timer is due: lets reminders of it wait for the owner's next email, and moves the timer. Both are one
 * transaction, which requires the timer to be as it was read: so each due date is reminded of once, however many sweeps run and
 * wherever they crash.
 */
export const runGoalTimer: DueHandler<'goalAlarm'> = async ({ database }, seen, now) => {
  const time = now.getTime()
  const key = { organizationKey: seen.organizationKey, goalKey: seen.goalKey }
  await retryOnLostRace(database, async () => {
    const [goalTimer, row] = await Promise.all([
      readRecord(database, goalTimerEntity, key),
      readGoalRow(database, longId(key.organizationKey), longId(key.goalKey)),
    ])
    // Another sweep was faster, or the goal was changed and its timer is due later.
    if (goalTimer?.timer !== 'on' || goalTimer.dueAt > time) return undefined
    const unchanged: Where<typeof goalTimerEntity> = ({ timer, dueAt, since }, { eq }) =>
      `${eq(timer, 'on')} AND ${eq(dueAt, goalTimer.dueAt)} AND ${eq(since, goalTimer.since)}`
    if (!row) {
      const failed = await transact(database, {
        goalTimer: { Delete: goalTimerEntity.remove(key).where(unchanged) },
      })
      return failed.length > 0 ? lostRace : undefined
    }
    const owner = await readOwner(database, row, now)
    const { reminders, keys } = owner
      ? dueReminders(row, goalTimer, timeZoneOf(owner), time)
      : { reminders: [], keys: [] }
    const reminded = [...(goalTimer.reminded ?? []), ...keys].slice(-rememberedKeys)
    const set: Partial<GoalTimerRecord> = {
      ...timerOf(key.goalKey, nextTimerAt(row, time)),
      since: time,
      ...(reminded.length > 0 && { reminded }),
    }
    const failed = await transact(database, {
      goalTimer: { Update: goalTimerEntity.patch(key).set(set).where(unchanged) },
      ...(owner && reminders.length > 0 && addReminders(owner, key, reminders, time)),
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
