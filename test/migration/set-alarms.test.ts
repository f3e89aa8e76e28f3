import { moveGoals } from '@cairn/domain/migration/move-goals'
import { hasAlarms, setAlarms, writeHasAlarms } from '@cairn/domain/migration/set-alarms'
import { apiTokenEntity } from '@cairn/domain/table/entities/api-token'
import { goalAlarmEntity } from '@cairn/domain/table/entities/due/goal-alarm'
import { personAlarmEntity } from '@cairn/domain/table/entities/due/person-alarm'
import { decodeRow } from '@cairn/domain/table/entities/goals/goal-row'
import { layoutEntity, layoutKey } from '@cairn/domain/table/entities/layout'
import { describe, expect, it } from 'vitest'
import { startWithInbox } from '../due/support/inbox.ts'
import { createToken, programWith } from '../support/people/api-tokens.ts'
import { createTestTable } from '../support/service/engine.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { readTable } from '../support/table/read-table.ts'
import { changeRecord, takeAwayRecord, writeRecords } from '../support/table/write-records.ts'
import { allOf, writeVersion01 } from './support/version-0.1.ts'

const now = new Date('2099-03-01T10:00:00.000Z')

/** The goals that have something to be reminded of. */
async function timedGoals(database: Parameters<typeof readTable>[0]): Promise<string[]> {
  const { goalRow } = await readTable(database)
  return goalRow
    .map((record) => ({ goalKey: record.goalKey, ...decodeRow(record) }))
    .filter(({ status, cadence }) => status === 'active' && cadence !== undefined)
    .map(({ goalKey }) => goalKey)
    .toSorted()
}

describe('goals of version 0.1', () => {
  it('have alarms and their users timers after the pass, also if it is interrupted and repeated', async () => {
    const table = stopAfterFile(await createTestTable())
    const { database } = table
    await writeVersion01(table)
    await allOf(moveGoals(database))
    expect(await hasAlarms(database)).toBe(false)
    const early = new Date('2020-01-01T00:00:00.000Z')
    for await (const _ of setAlarms(database, early)) break
    await Promise.all([allOf(setAlarms(database, early)), allOf(setAlarms(database, early))])
    const content = await readTable(database)
    const active = content.goalRow
      .map(decodeRow)
      .filter(({ status, timeframe }) => status === 'active' && timeframe.kind === 'deadline')
    expect(active.length).toBeGreaterThan(0)
    expect(content.goalAlarm).toHaveLength(active.length)
    expect(content.goalAlarm.every(({ timer }) => timer === 'on')).toBe(true)
    expect(content.personAlarm.map(({ userId }) => userId).toSorted()).toEqual(
      content.user.map(({ userId }) => userId).toSorted(),
    )
  })
})

describe('API tokens from before the list of an organization', () => {
  it('are in it after the pass, once; a revoked one is not, and one that was used already is', async () => {
    const { service, people, advanceTo } = await startWithInbox(now.toISOString())
    const { database } = service
    const { ada } = people
    const tokens = []
    for (const second of [1, 2, 3]) {
      advanceTo(new Date(now.getTime() + second * 1000).toISOString())
      tokens.push(await createToken(ada))
    }
    await ada.api.revokeApiToken({ params: { tokenId: tokens[2]?.id ?? '' } })
    // As an earlier version would have stored them.
    for (const { listing, ...token } of (await readTable(database)).apiToken) {
      await writeRecords(database, apiTokenEntity, [token])
    }
    const listed = async () => (await ada.api.listOrganizationApiTokens()).tokens.map(({ id }) => id)
    expect(await listed()).toEqual([])
    const [first, second] = tokens
    if (!first || !second) throw new Error('There are no tokens.')
    await programWith(service, second).listGoals()
    expect(await listed()).toEqual([second.id])

    // An earlier pass knew alarms only.
    await changeRecord(database, layoutEntity, layoutKey, { set: { alarms: 1 } })
    expect(await hasAlarms(database)).toBe(false)
    await Promise.all([allOf(setAlarms(database, now)), allOf(setAlarms(database, now))])
    await writeHasAlarms(database)
    expect(await hasAlarms(database)).toBe(true)
    expect(await listed()).toEqual([second.id, first.id])
    expect((await ada.api.listApiTokens()).tokens.map(({ id }) => id)).toEqual([second.id, first.id])
    await expectSoundTable(database)
  })
})

describe('goals from before alarms', () => {
  it('get theirs once, and their owners are reminded', async () => {
    const { service, people, publish, advanceTo, sweepUntil, take } = await startWithInbox(now.toISOString())
    const { database } = service
    await publish(people.ada, { title: 'Weekly', cadence: { everyDays: 7 } })
    await publish(people.ada, { title: 'Late', cadence: { everyDays: 1 } })
    await publish(people.ada, { title: 'Never' })
    // As an earlier version would have stored them.
    const { goalAlarm, personAlarm } = await readTable(database)
    for (const record of goalAlarm) await takeAwayRecord(database, goalAlarmEntity, record)
    for (const record of personAlarm) await takeAwayRecord(database, personAlarmEntity, record)
    await sweepUntil('2099-03-05T10:00:00.000Z')
    expect(take()).toEqual([])

    await allOf(setAlarms(database, new Date('2099-03-05T10:00:00.000Z')))
    await writeHasAlarms(database)
    expect(await hasAlarms(database)).toBe(true)
    const set = (await readTable(database)).goalAlarm
    expect(set.map(({ goalKey }) => goalKey).toSorted()).toEqual(await timedGoals(database))
    await sweepUntil('2099-03-05T11:00:00.000Z')
    expect(take()).toEqual(['Report is late: Late'])
    await sweepUntil('2099-03-08T11:00:00.000Z')
    expect(take()).toEqual(['Report is late: Weekly'])

    const before = (await readTable(database)).goalAlarm
    await allOf(setAlarms(database, new Date('2099-03-09T10:00:00.000Z')))
    expect((await readTable(database)).goalAlarm).toEqual(before)
    advanceTo('2099-03-09T10:00:00.000Z')
  })
})
