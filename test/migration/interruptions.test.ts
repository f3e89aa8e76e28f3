import { setTimeout as delay } from 'node:timers/promises'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import type { Database } from '@cairn/domain/database/client'
import { readRecord } from '@cairn/domain/database/read-record'
import { readGoalRow } from '@cairn/domain/goals/record/read-goal'
import { moveGoals } from '@cairn/domain/migration/move-goals'
import { goalEntity } from '@cairn/domain/table/layout-1/goal'
import { goalUpdateEntity } from '@cairn/domain/table/layout-1/goal-update'
import { goalUpdateKeyEntity } from '@cairn/domain/table/layout-1/goal-update-key'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestTable, type TestTable } from '../support/service/engine.ts'
import { startTestService } from '../support/service/service.ts'
import { changeRecord, takeAwayRecord, writeRecords } from '../support/table/write-records.ts'
import { altered, type Intercept } from './support/altered-client.ts'
import { allOf, clock, itemsIn, sendRecorded, version01, writeVersion01 } from './support/version-0.1.ts'

/** Three goals with labels, criteria and reports, one without any, and orphaned records of a fourth. */
const fewGoals = ['minimal', 'everything', 'unicode', 'edited', 'half deleted']

async function tableWith(goals?: readonly string[]): Promise<TestTable> {
  const table = await createTestTable()
  await writeVersion01(table, { goals })
  return table
}

const moveAll = (database: Database) => allOf(moveGoals(database))

/** The items of a table after a migration that nothing interrupted, and how many calls it made. */
async function undisturbed(goals?: readonly string[]): Promise<{ items: string[]; calls: number }> {
  const table = await tableWith(goals)
  let calls = 0
  await moveAll(
    altered(table.database, (_, send, number) => {
      calls = number
      return send()
    }),
  )
  const items = await itemsIn(table.database)
  await table.stop()
  return { items, calls }
}

class KilledError extends Error {}

/** Ends the process at a call: it and all later ones are not made, or made without an answer. */
function killAt(last: number, isMade: boolean): Intercept {
  return async (_, send, number) => {
    if (number < last) return send()
    if (number === last && isMade) await send()
    throw new KilledError()
  }
}

/** Interrupts a migration at a call, runs another one to its end, and returns the items. */
async function interruptAt(call: number, isMade: boolean, goals?: readonly string[]): Promise<string[]> {
  const table = await tableWith(goals)
  await expect(moveAll(altered(table.database, killAt(call, isMade)))).rejects.toThrow(KilledError)
  await moveAll(table.database)
  const items = await itemsIn(table.database)
  await table.stop()
  return items
}

describe('a migration that was killed goes on, with the same result', () => {
  let few: Awaited<ReturnType<typeof undisturbed>>
  beforeAll(async () => {
    few = await undisturbed(fewGoals)
  })

  it.each([
    { title: 'before', isMade: false },
    { title: 'after', isMade: true },
  ])('killed $title each of its calls', async ({ isMade }) => {
    expect(few.calls).toBeGreaterThan(40)
    for (let call = 1; call <= few.calls; call++) {
      expect(await interruptAt(call, isMade, fewGoals), `call ${call} of ${few.calls}`).toEqual(few.items)
    }
  })

  it('killed at some of the calls of a whole table', async () => {
    const whole = await undisturbed()
    for (let call = 50; call <= whole.calls; call += 97) {
      expect(await interruptAt(call, call % 2 === 0), `call ${call} of ${whole.calls}`).toEqual(whole.items)
    }
  })

  it('killed again and again, a little later each time', async () => {
    const table = await tableWith(fewGoals)
    let kills = 0
    // All goals are moved side by side, so very few calls move none.
    for (;;) {
      const killed = await moveAll(altered(table.database, killAt(20 + kills, true))).then(
        () => false,
        () => true,
      )
      if (!killed) break
      expect(++kills).toBeLessThan(few.calls)
    }
    expect(kills).toBeGreaterThan(10)
    expect(await itemsIn(table.database)).toEqual(few.items)
    await table.stop()
  })
})

it('gives the same result when two migrations run at once', async () => {
  const { items } = await undisturbed(fewGoals)
  for (let round = 0; round < 15; round++) {
    const table = await tableWith(fewGoals)
    const slow: Intercept = async (_, send) => {
      await delay(Math.random() * 3)
      return send()
    }
    await Promise.all([moveAll(altered(table.database, slow)), moveAll(altered(table.database, slow))])
    expect(await itemsIn(table.database)).toEqual(items)
    await table.stop()
  }
})

it('keeps what was written after another migration had moved the goal', async () => {
  const table = await tableWith(['everything'])
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
  const { promise: isWaiting, resolve: waiting } = Promise.withResolvers<void>()
  // Has read the goal, and is about to write.
  const late = moveAll(
    altered(table.database, async ({ constructor: { name } }, send) => {
      if (name === 'PutCommand') {
        waiting()
        await isWritten
      }
      return send()
    }),
  )
  await isWaiting
  await moveAll(table.database)
  const service = await startTestService({ table, clock, background: false })
  const goalId = version01.goalIds.everything ?? ''
  const path = `/v1/goals/${goalId}/updates`
  const body = {
    status: 'paused',
    summary: 'Later',
    details: 'Later.',
    expectedRevision: 5,
    idempotencyKey: 'later',
  }
  expect(await sendRecorded(service, { method: 'POST', path, token: 'ada', body })).toMatchObject({
    status: 201,
  })
  const before = await itemsIn(table.database)
  written()
  expect((await late).at(-1)).toMatchObject({ moved: 0 })
  expect(await itemsIn(table.database)).toEqual(before)
  await service.stop()
  await table.stop()
})

describe('a function of version 0.1 that still runs', () => {
  const key = { organizationId: version01.organizationIds.main, goalId: version01.goalIds.minimal ?? '' }

  /** Migrates the goal `minimal`, and calls `meddle` when its copy is complete and it is about to be moved. */
  async function moveWhile(meddle: (database: Database) => Promise<void>): Promise<TestTable> {
    const table = await tableWith(['minimal'])
    let isDone = false
    await moveAll(
      altered(table.database, async ({ constructor: { name } }, send) => {
        if (name === 'TransactWriteCommand' && !isDone) {
          isDone = true
          await meddle(table.database)
        }
        return send()
      }),
    )
    expect(isDone).toBe(true)
    return table
  }

  const findingsIn = (database: Database) =>
    allOf(checkTable(database, { now: clock() })).then((findings) =>
      // The other goals with these labels are not in the table.
      findings.filter(({ message }) => !message.includes('use count')),
    )

  it('reports: the report is moved too', async () => {
    const { database, stop } = await moveWhile(async (database) => {
      const goal = await readRecord(database, goalEntity, key)
      const published = await readRecord(database, goalUpdateEntity, { ...key, revision: 1 })
      if (!goal || !published) throw new Error('The goal is not there.')
      const report = { ...published, revision: 2, updateId: 'an-id', idempotencyKey: 'late', summary: 'Late' }
      await writeRecords(database, goalUpdateEntity, [report])
      await writeRecords(database, goalUpdateKeyEntity, [
        { ...key, idempotencyKeyHash: 'a-hash', fingerprint: 'a-print', revision: 2 },
      ])
      await writeRecords(database, goalEntity, [{ ...goal, version: 2, revision: 2, status: 'active' }])
    })
    expect(await readGoalRow(database, key.organizationId, key.goalId)).toMatchObject({
      revision: 2,
      lastReport: { revision: 2, summary: 'Late' },
    })
    expect(await findingsIn(database)).toEqual([])
    await stop()
  })

  it('edits: the edit is moved too', async () => {
    const { database, stop } = await moveWhile(async (database) => {
      await changeRecord(database, goalEntity, key, { set: { title: 'Another title', version: 2 } })
    })
    expect(await readGoalRow(database, key.organizationId, key.goalId)).toMatchObject({
      title: 'Another title',
    })
    expect(await findingsIn(database)).toEqual([])
    await stop()
  })

  it('deletes the goal: nothing of it is left', async () => {
    const { database, stop } = await moveWhile(async (database) => {
      await takeAwayRecord(database, goalEntity, key)
    })
    expect(await findingsIn(database)).toEqual([])
    const items = await itemsIn(database)
    expect(items.filter((item) => item.includes(key.goalId) || item.includes('"pk":"g#'))).toEqual([])
    await stop()
  })
})

it('does not move a goal whose history has a hole, and moves it once it is repaired', async () => {
  const table = await tableWith(['everything', 'minimal'])
  const { database } = table
  const key = { organizationId: version01.organizationIds.main, goalId: version01.goalIds.everything ?? '' }
  const entry = await readRecord(database, goalUpdateEntity, { ...key, revision: 3 })
  if (!entry) throw new Error('There is no such entry.')
  await takeAwayRecord(database, goalUpdateEntity, { ...key, revision: 3 })
  // The others are moved.
  expect((await moveAll(database)).at(-1)).toEqual({
    moved: 1,
    removed: 0,
    problems: [
      expect.stringContaining(`${key.goalId} cannot be moved: revision 4 of its history does not follow 2.`),
    ],
  })
  expect(await readRecord(database, goalEntity, key)).not.toBeNull()
  expect(await readGoalRow(database, key.organizationId, key.goalId)).toBeNull()

  await writeRecords(database, goalUpdateEntity, [entry])
  await moveAll(database)
  expect(await itemsIn(database)).toEqual((await undisturbed(['everything', 'minimal'])).items)
  await table.stop()
})
