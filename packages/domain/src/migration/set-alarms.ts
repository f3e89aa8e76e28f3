/**
 * Gives alarms to goals, timers to users, and a place in their organization's list to API tokens, that were stored before there
 * were any. Runs once for a table: the record `layout` says that it is done. It can be interrupted anywhere and run again, also while the service runs and while another one runs:
 * a record that is there is never replaced, and every later change of a goal sets its alarm by itself.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { scanTable } from '../database/scan-table.ts'
import { changedAlarmAt } from '../goals/record/alarm.ts'
import { newPerson, writePerson } from '../notifications/person.ts'
import { type ApiTokenRecord, apiTokenEntity, listedToken } from '../table/entities/api-token.ts'
import { timerOf } from '../table/entities/due/due-index.ts'
import { goalAlarmEntity } from '../table/entities/due/goal-alarm.ts'
import { decodeRow, type GoalRow, goalKeyOf, goalRowEntity } from '../table/entities/goals/goal-row.ts'
import { currentAlarms, layoutEntity, layoutKey } from '../table/entities/layout.ts'
import { userEntity } from '../table/entities/user.ts'
import { toRecord } from '../table/entity/item.ts'
import { createRecord, updateRecord } from '../table/entity/writes.ts'
import { putNew } from './put-new.ts'

/** Whether every goal, user and API token of the table has what this version expects. Strongly consistent. */
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
export type SetAlarms = { goals: number; users: number; tokens: number }

const recordsAtOnce = 8

/**
 * Sets what is missing, by scanning the table. Goals whose report is late already ring at once.
 *
 * @yields After each page of the scan.
 */
export async function* setAlarms(database: Database, now: Date): AsyncGenerator<SetAlarms> {
  const count: SetAlarms = { goals: 0, users: 0, tokens: 0 }
  for await (const page of scanTable(database)) {
    const waiting = [...page]
    const work = async () => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const row = toRecord(goalRowEntity, item)
        const user = toRecord(userEntity, item)
        if (row && (await setAlarm(database, decodeRow(row), now))) count.goals++
        if (user && (await putNew(database, writePerson(database, newPerson(user.userId, now)))))
          count.users++
        const token = toRecord(apiTokenEntity, item)
        if (token && (await listToken(database, token))) count.tokens++
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

/** Returns whether the token was missing in the list of its organization. */
async function listToken(database: Database, token: ApiTokenRecord): Promise<boolean> {
  if (token.listing !== undefined || token.revokedAt !== undefined) return false
  const { tokenId } = token
  const { Update } = updateRecord(
    database,
    apiTokenEntity,
    { tokenId },
    {
      set: listedToken(token),
      where: ({ listing, revokedAt }, { notExists }) => `${notExists(listing)} AND ${notExists(revokedAt)}`,
    },
  )
  try {
    await database.client.send(new UpdateCommand(Update))
    return true
  } catch (error) {
    // Used or revoked meanwhile.
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false
    throw error
  }
}
