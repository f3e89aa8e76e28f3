/**
 * Gives alarms to goals, and timers to users, that were stored before there were any. Runs once for a table: the record `layout`
 * says that it is done. It can be interrupted anywhere and run again, also while the service runs and while another one runs:
 * a record that is there is never replaced, and every later change of a goal sets its alarm by itself.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { scanTable } from '../database/scan-table.ts'
import { changedAlarmAt } from '../goals/record/alarm.ts'
import { newPerson, writePerson } from '../notifications/person.ts'
import { timerOf } from '../table/entities/due/due-index.ts'
import { goalAlarmEntity } from '../table/entities/due/goal-alarm.ts'
import { decodeRow, type GoalRow, goalKeyOf, goalRowEntity } from '../table/entities/goals/goal-row.ts'
import { layoutEntity, layoutKey } from '../table/entities/layout.ts'
import { userEntity } from '../table/entities/user.ts'
import { toRecord } from '../table/entity/item.ts'
import { createRecord, updateRecord } from '../table/entity/writes.ts'
import { putNew } from './put-new.ts'

/** The version of alarms that the whole table has. */
const currentAlarms = 1

/** Whether every goal and user of the table has what this version expects. Strongly consistent. */
export async function hasAlarms(database: Database): Promise<boolean> {
  const record = await readRecord(database, layoutEntity, layoutKey)
  return record?.alarms === currentAlarms
}

/** Records that `setAlarms` is done. The record `layout` must be there. */
export async function writeHasAlarms(database: Database): Promise<void> {
  const { Update } = updateRecord(database, layoutEntity, layoutKey, { set: { alarms: currentAlarms } })
  await database.client.send(new UpdateCommand(Update))
}

/** What was set so far. */
export type SetAlarms = { goals: number; users: number }

const recordsAtOnce = 8

/**
 * Sets what is missing, by scanning the table. Goals whose report is late already ring at once.
 *
 * @yields After each page of the scan.
 */
export async function* setAlarms(database: Database, now: Date): AsyncGenerator<SetAlarms> {
  const count: SetAlarms = { goals: 0, users: 0 }
  for await (const page of scanTable(database)) {
    const waiting = [...page]
    const work = async () => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const row = toRecord(goalRowEntity, item)
        const user = toRecord(userEntity, item)
        if (row && (await setAlarm(database, decodeRow(row), now))) count.goals++
        if (user && (await putNew(database, writePerson(database, newPerson(user.userId, now)))))
          count.users++
      }
    }
    await Promise.all(Array.from({ length: recordsAtOnce }, work))
    yield { ...count }
  }
}

/** Returns whether the goal needed an alarm and had none. */
async function setAlarm(database: Database, row: GoalRow, now: Date): Promise<boolean> {
  const dueAt = changedAlarmAt(undefined, row, now.getTime())
  if (dueAt === undefined) return false
  const key = goalKeyOf(row)
  const alarm = { ...key, ...timerOf(key.goalKey, dueAt), since: now.getTime() }
  return putNew(database, createRecord(database, goalAlarmEntity, alarm))
}
