import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { EmailThrottledError, noDelivery } from '@cairn/domain/accounts/email/email-delivery'
import { maximumAttempts } from '@cairn/domain/background/due/failures'
import { type DueHandlers, type SweepCount, sweepRecords } from '@cairn/domain/background/due/sweep-records'
import { repairTable } from '@cairn/domain/repair/repair-table'
import { parkedStep } from '@cairn/domain/repair/steps/parked'
import type { Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { timerOf } from '@cairn/domain/storage/table/entities/due/due-index'
import { goalTimerEntity } from '@cairn/domain/storage/table/entities/due/goal-timer'
import { parkedShard } from '@cairn/domain/storage/table/entities/due/shard'
import { toItem } from '@cairn/domain/storage/table/entity'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable } from '../../support/table/read-table.ts'
import { takeAwayRecord, writeRecords } from '../../support/table/write-records.ts'
import { deathsOf, momentOf, watched } from './support/sweeper.ts'

/** Records whose handler fails. */

const { database } = stopAfterFile(await createTestTable())
const start = Date.parse('2026-11-20T10:00:00.000Z')
const minute = 60_000
const goal = { organizationKey: 'o'.repeat(22), goalKey: 'g'.repeat(22) }
const logged: string[] = []

/** Lets a timer be due. */
const plant = () =>
  writeRecords(database, goalTimerEntity, [{ ...goal, ...timerOf(goal.goalKey, start), since: 0 }])

/** Repairs the table, and returns how many parked records are due again. */
async function takeUpParked(now: Date): Promise<number> {
  const counts = await repairTable(database, { now, steps: [[parkedStep]] })
  return counts['parked records taken up'] ?? 0
}

async function stored() {
  const [record] = (await readTable(database)).goalAlarm
  if (!record) throw new Error('The timer is gone.')
  return record
}

/** Fails with these errors, one after the other, and then with the last one. */
function failing(...errors: unknown[]): DueHandlers {
  return {
    goalAlarm: async () => {
      throw errors.length > 1 ? errors.shift() : errors[0]
    },
  }
}

/** Does what a handler does: moves the timer, if it is as it was read. */
const working: DueHandlers = {
  goalAlarm: async ({ database: own }, { dueAt }) => {
    const done = timerOf(goal.goalKey, dueAt + 24 * 60 * minute)
    const update = goalTimerEntity.patch(goal).set(done)
    await transact(own, { timer: { Update: update.where((timer, { eq }) => eq(timer.dueAt, dueAt)) } })
  },
}

function sweep(handlers: DueHandlers, at: number, own: Database = database): Promise<SweepCount> {
  const services = {
    database: own,
    email: noDelivery,
    webOrigin: 'https://cairn.test',
    wakeWebhooks: async () => undefined,
    logError: (message: string) => void logged.push(message),
  }
  return sweepRecords(services, handlers, new Date(at), { deadline: Date.now() + 60_000 })
}

/** Sweeps each minute, and returns the minutes in which the handler failed, and all alarms. */
async function sweepFor(minutes: number, handlers: DueHandlers, own: Database = database) {
  const failedAt: number[] = []
  const alarms: string[] = []
  for (let passed = 0; passed <= minutes; passed++) {
    const count = await sweep(handlers, start + passed * minute, own).catch(() => undefined)
    if (count && count.failed + count.throttled > 0) failedAt.push(passed)
    alarms.push(...(count?.alarms ?? []))
  }
  return { failedAt, alarms }
}

const name = `goalAlarm g#${goal.organizationKey}#${goal.goalKey} a`
const overloaded = Object.assign(new Error('slow down'), { name: 'ThrottlingException' })

afterEach(async () => {
  await takeAwayRecord(database, goalTimerEntity, goal)
  logged.length = 0
})

describe('a record whose handler always fails', () => {
  it('waits twice as long after each attempt, up to an hour, and is parked after ten, with one alarm', async () => {
    await plant()
    const { failedAt, alarms } = await sweepFor(600, failing(new TypeError('poisoned')))
    expect(failedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
    expect(failedAt).toHaveLength(maximumAttempts)
    expect(alarms).toEqual([name])
    expect(logged.at(-1)).toBe('parked what is due, which has failed too often: npm run repair')
  })

  it('has the keys of its index that its entity writes, paused or parked', async () => {
    await plant()
    for (const minutes of [0, 300]) {
      await sweepFor(minutes, failing(new TypeError('poisoned')))
      const { __edb_e__, ...record } = await stored()
      expect(toItem(goalTimerEntity, record)).toMatchObject({ gsi3pk: record.gsi3pk, gsi3sk: record.gsi3sk })
    }
    expect((await stored()).dueShard).toBe(parkedShard)
  })

  it('is taken up again by a repair, as if it had never failed', async () => {
    await plant()
    await sweepFor(300, failing(new TypeError('poisoned')))
    const now = start + 400 * minute
    expect(await takeUpParked(new Date(now))).toBe(1)
    expect(await takeUpParked(new Date(now))).toBe(0)
    expect(await stored()).not.toHaveProperty('failedAttempts')
    expect(await sweep(working, now)).toMatchObject({ handled: 1, alarms: [] })
    expect((await stored()).dueAt).toBe(now + 24 * 60 * minute)
  })

  it('is due again when a request sets its timer', async () => {
    await plant()
    await sweepFor(300, failing(new TypeError('poisoned')))
    const update = goalTimerEntity.patch(goal).set(timerOf(goal.goalKey, start + 500 * minute))
    await transact(database, { timer: { Update: update } })
    expect((await sweep(working, start + 500 * minute)).handled).toBe(1)
    expect(await stored()).not.toHaveProperty('failedAttempts')
  })
})

describe('a transient failure', () => {
  it('is retried each hour without end, with one alarm', async () => {
    await plant()
    const { failedAt, alarms } = await sweepFor(600, failing(overloaded))
    expect(failedAt.slice(-7)).toEqual([183, 243, 303, 363, 423, 483, 543])
    expect(alarms).toEqual([name])
    expect((await stored()).dueShard).not.toBe(parkedShard)
  })

  it('starts the count again when an attempt succeeds', async () => {
    await plant()
    await sweepFor(20, failing(overloaded))
    expect(await stored()).toMatchObject({ failedAttempts: 5 })
    await sweep(working, start + 31 * minute)
    expect(await stored()).not.toHaveProperty('failedAttempts')
  })

  it('does not save a record that then fails for a reason of its own', async () => {
    await plant()
    const errors = [...Array<unknown>(9).fill(overloaded), new TypeError('poisoned')]
    await sweepFor(250, failing(...errors))
    expect((await stored()).dueShard).toBe(parkedShard)
  })
})

it('emails that are throttled are no failure: each minute again, without count, log or alarm', async () => {
  await plant()
  const { failedAt, alarms } = await sweepFor(30, failing(new EmailThrottledError('full')))
  expect(failedAt).toHaveLength(31)
  expect(alarms).toEqual([])
  expect(logged).toEqual([])
  expect(await stored()).not.toHaveProperty('failedAttempts')
})

it('of many whose emails are throttled, those at hand are tried, and the others left for the next sweep', async () => {
  await plant()
  const keys = Array.from({ length: 200 }, (_, index) => ({
    organizationKey: goal.organizationKey,
    goalKey: String(index).padStart(22, '0'),
  }))
  await writeRecords(
    database,
    goalTimerEntity,
    keys.map((key) => ({ ...key, ...timerOf(key.goalKey, start), since: 0 })),
  )
  const { throttled, failed } = await sweep(failing(new EmailThrottledError('full')), start)
  expect(failed).toBe(0)
  // Four at once in each of eight shards.
  expect(throttled).toBeLessThanOrEqual(32)
  const { goalAlarm } = await readTable(database)
  expect(goalAlarm.filter(({ dueAt }) => dueAt === start)).toHaveLength(keys.length + 1 - throttled)
  for (const key of keys) await takeAwayRecord(database, goalTimerEntity, key)
})

it('a record of a later version waits, and is never parked', async () => {
  await plant()
  const { pk, sk } = await stored()
  const rename = new UpdateCommand({
    TableName: database.tableName,
    Key: { pk, sk },
    UpdateExpression: 'SET #entity = :later',
    ExpressionAttributeNames: { '#entity': '__edb_e__' },
    ExpressionAttributeValues: { ':later': 'laterAlarm' },
  })
  await database.client.send(rename)
  const { alarms } = await sweepFor(600, working)
  expect(alarms).toEqual([name.replace('goalAlarm', 'laterAlarm')])
  await database.client.send(
    new UpdateCommand({ ...rename.input, ExpressionAttributeValues: { ':later': 'goalAlarm' } }),
  )
  expect((await sweep(working, start + 700 * minute)).handled).toBe(1)
})

it('two sweeps at once count one attempt', async () => {
  await plant()
  const handlers = failing(new TypeError('poisoned'))
  await Promise.all(Array.from({ length: 4 }, (_, index) => sweep(handlers, start + index)))
  expect(await stored()).toMatchObject({ failedAttempts: 1 })
})

it('wherever a sweep dies, the record is parked after ten attempts or a few more, and can be taken up', async () => {
  await plant()
  let calls = 0
  await sweepFor(
    0,
    failing(new TypeError('poisoned')),
    watched(database, { before: (call) => (calls = call) }),
  )
  for (const death of deathsOf(calls)) {
    await plant()
    let attempts = 0
    const handlers: DueHandlers = {
      goalAlarm: async () => {
        attempts++
        throw new TypeError('poisoned')
      },
    }
    // Each of the first sweeps dies at the same call.
    for (let passed = 0; passed < 3; passed++) {
      const dieAt = (when: 'before' | 'after') => (call: number) => {
        if (death.when === when && call >= death.call) throw new Error('dead')
      }
      const dying = watched(database, { before: dieAt('before'), after: dieAt('after') })
      await sweep(handlers, start + passed * minute, dying).catch(() => undefined)
    }
    const { alarms } = await sweepFor(400, handlers)
    expect(alarms, momentOf(death)).toEqual([name])
    expect(attempts, momentOf(death)).toBeGreaterThanOrEqual(maximumAttempts)
    expect(attempts, momentOf(death)).toBeLessThanOrEqual(maximumAttempts + 3)
    expect(await takeUpParked(new Date(start)), momentOf(death)).toBe(1)
  }
})

it('an answer that was lost, so that the client has sent the write twice, loses no alarm', async () => {
  await plant()
  await sweepFor(242, failing(new TypeError('poisoned')))
  const twice = new Proxy(database.client, {
    get: (target, property) =>
      property !== 'send'
        ? Reflect.get(target, property, target)
        : async (command: Parameters<typeof target.send>[0]) => {
            if (command instanceof UpdateCommand) await target.send(command)
            return target.send(command)
          },
  })
  const count = await sweep(failing(new TypeError('poisoned')), start + 243 * minute, {
    ...database,
    client: twice as typeof database.client,
  })
  expect(count.alarms).toEqual([name])
})
