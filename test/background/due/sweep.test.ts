import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { noDelivery } from '@cairn/domain/accounts/email/email-delivery'
import { type DueHandlers, sweepRecords } from '@cairn/domain/background/due/sweep-records'
import { transact } from '@cairn/domain/storage/database/transaction'
import { timerOf } from '@cairn/domain/storage/table/entities/due/due-index'
import { type GoalTimerRecord, goalTimerEntity } from '@cairn/domain/storage/table/entities/due/goal-timer'
import { dueShards } from '@cairn/domain/storage/table/entities/due/shard'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable } from '../../support/table/read-table.ts'
import { changeRecord, takeAwayRecord, writeRecords } from '../../support/table/write-records.ts'

const { database } = stopAfterFile(await createTestTable())
const now = new Date('2026-11-20T10:00:00.000Z')
const organizationId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11'
const goalId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function goalTimer(number: number, dueAt: number | undefined): GoalTimerRecord {
  const key = goalKeyOf({ organizationId, goalId: goalId(number) })
  return { ...key, ...timerOf(key.goalKey, dueAt), since: 0 }
}
const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)

let failures: string[]
let handled: string[]
const services = {
  database,
  email: noDelivery,
  webOrigin: 'https://cairn.test',
  wakeWebhooks: async () => undefined,
  logError: (_: string, { sk, error }: Record<string, unknown>) =>
    failures.push(`${sk}: ${(error as Error).message}`),
}
const limits = () => ({ deadline: Date.now() + 60_000 })
const sweep = (handlers: DueHandlers, at = now) => sweepRecords(services, handlers, at, limits())

/** Turns the timer off, if it is what the handler has seen. */
const turnOff: DueHandlers['goalAlarm'] = async ({ database }, record) => {
  const off = timerOf(record.goalKey, undefined)
  const failed = await transact(database, {
    goalTimer: {
      Update: goalTimerEntity
        .patch(record)
        .set(off)
        .where(({ timer, dueAt }, { eq }) => `${eq(timer, 'on')} AND ${eq(dueAt, record.dueAt)}`),
    },
  })
  if (failed.length === 0) handled.push(record.goalKey)
}

beforeEach(async () => {
  failures = []
  handled = []
  for (const record of (await readTable(database)).goalAlarm) {
    await takeAwayRecord(database, goalTimerEntity, record)
  }
})

describe('a sweep', () => {
  it('finds what is due at its time in every shard, and nothing else', async () => {
    const due = numbersFrom(0, 100)
    expect(new Set(due.map((number) => goalTimer(number, 0).dueShard)).size).toBe(dueShards)
    await writeRecords(database, goalTimerEntity, [
      ...due.map((number) => goalTimer(number, now.getTime() - number)),
      goalTimer(1000, now.getTime() + 1),
      goalTimer(1001, undefined),
    ])
    expect(await sweep({ goalAlarm: turnOff })).toMatchObject({ handled: due.length, failed: 0 })
    expect(handled.toSorted()).toEqual(due.map((number) => shortId(goalId(number))).toSorted())
    expect(await sweep({ goalAlarm: turnOff })).toMatchObject({ handled: 0, failed: 0 })
    expect((await sweep({ goalAlarm: turnOff }, new Date(now.getTime() + 1))).handled).toBe(1)
  })

  it('handles what is due longest first', async () => {
    // All in one shard.
    const same = numbersFrom(0, 200).filter((number) => goalTimer(number, 0).dueShard === 0)
    const ages = same.map((number) => (number * 7919) % 1009)
    await writeRecords(
      database,
      goalTimerEntity,
      same.map((number, index) => goalTimer(number, now.getTime() - (ages[index] ?? 0))),
    )
    const begun: number[] = []
    await sweep({
      goalAlarm: async (_, { dueAt }) => {
        begun.push(now.getTime() - dueAt)
      },
    })
    expect(begun).toEqual(ages.toSorted((left, right) => right - left))
  })

  it('reads pages until nothing is left, whatever is not done', async () => {
    const many = numbersFrom(0, 1000)
    await writeRecords(
      database,
      goalTimerEntity,
      many.map((number) => goalTimer(number, now.getTime())),
    )
    const seen = new Set<string>()
    const count = await sweep({
      goalAlarm: async (_, { goalKey }) => {
        seen.add(goalKey)
      },
    })
    expect(count).toMatchObject({ handled: many.length, failed: 0 })
    expect(seen.size).toBe(many.length)
  })

  it('does the others if one fails, logs that one, and tries it again after a minute', async () => {
    await writeRecords(
      database,
      goalTimerEntity,
      numbersFrom(0, 20).map((number) => goalTimer(number, 0)),
    )
    const broken = shortId(goalId(7))
    const failing: DueHandlers = {
      goalAlarm: async (...parameters) => {
        if (parameters[1].goalKey === broken) throw new Error('broken')
        await turnOff(...parameters)
      },
    }
    expect(await sweep(failing)).toMatchObject({ handled: 19, failed: 1 })
    expect(failures).toEqual(['a: broken'])
    expect(await sweep({ goalAlarm: turnOff })).toMatchObject({ handled: 0, failed: 0 })
    const later = new Date(now.getTime() + 60_000)
    expect(await sweep({ goalAlarm: turnOff }, later)).toMatchObject({ handled: 1, failed: 0 })
    expect(new Set(handled).size).toBe(20)
  })

  it('leaves records alone that it is not about', async () => {
    await writeRecords(database, goalTimerEntity, [goalTimer(1, 0)])
    expect(await sweep({})).toEqual({ handled: 0, failed: 0, throttled: 0, alarms: [] })
    expect((await sweep({ goalAlarm: turnOff })).handled).toBe(1)
  })

  it('begins nothing after its deadline', async () => {
    await writeRecords(
      database,
      goalTimerEntity,
      numbersFrom(0, 20).map((number) => goalTimer(number, 0)),
    )
    const late = await sweepRecords(services, { goalAlarm: turnOff }, now, { deadline: Date.now() })
    expect(late).toMatchObject({ handled: 0, failed: 0 })
    expect((await sweep({ goalAlarm: turnOff })).handled).toBe(20)
  })

  it('passes its deadline to the database', async () => {
    await writeRecords(database, goalTimerEntity, [goalTimer(1, 0)])
    const deadline = Date.now() + 60_000
    const deadlines: unknown[] = []
    const goalAlarm: DueHandlers['goalAlarm'] = async ({ database }) => {
      deadlines.push(database.deadline)
    }
    await sweepRecords(services, { goalAlarm }, now, { deadline })
    expect(deadlines).toEqual([deadline])
  })

  it('rejects if the index cannot be read', async () => {
    const client = { send: () => Promise.reject(new Error('down')) } as unknown as DynamoDBDocumentClient
    const broken = { ...services, database: { ...database, client } }
    await expect(sweepRecords(broken, {}, now, limits())).rejects.toThrow('down')
  })
})

describe('several sweeps at once', () => {
  it('do everything once', async () => {
    const many = numbersFrom(0, 120)
    await writeRecords(
      database,
      goalTimerEntity,
      many.map((number) => goalTimer(number, now.getTime() - number)),
    )
    await Promise.all(Array.from({ length: 4 }, () => sweep({ goalAlarm: turnOff })))
    expect(handled).toHaveLength(many.length)
    expect(new Set(handled).size).toBe(many.length)
    expect(failures).toEqual([])
  })

  it('do nothing with a record that moved after the index was read', async () => {
    await writeRecords(database, goalTimerEntity, [goalTimer(1, 0)])
    await sweep({
      goalAlarm: async (services, record, at) => {
        const later = timerOf(record.goalKey, now.getTime() + 1)
        await changeRecord(database, goalTimerEntity, record, { set: later })
        await turnOff(services, record, at)
      },
    })
    expect(handled).toEqual([])
    expect((await readTable(database)).goalAlarm).toMatchObject([{ timer: 'on', dueAt: now.getTime() + 1 }])
  })
})
