import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { readEarliestGoals } from '@cairn/domain/goals/record/deadlines'
import { readGoalRow } from '@cairn/domain/goals/record/read-goal'
import { repairTable } from '@cairn/domain/repair/repair-table'
import { writeBatches } from '@cairn/domain/storage/database/batch-write'
import { readItem } from '@cairn/domain/storage/database/read-record'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import { goalDeadlineEntity } from '@cairn/domain/storage/table/entities/goals/goal-deadline'
import { encodeRow, goalKeyOf, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { keyOfRecord, toItem } from '@cairn/domain/storage/table/entity'
import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { writeGoals } from '../../../support/table/bulk-goals.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

/** On one machine, where long texts are indexed before anything is repaired. */

const { ada, service } = await startWithAda()
const { database } = service.table
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

const until = (targetDate: string) => ({ timeframe: { kind: 'deadline' as const, targetDate } })

/** The titles of the goals with the earliest deadlines. */
async function earliest(limit = 1_000): Promise<string[]> {
  return (await readEarliestGoals(database, organizationId, limit)).map(({ title }) => title)
}

/** Takes away what goals from before there were such records do not have. */
async function makeOld(goalId: string): Promise<void> {
  const row = await readGoalRow(database, organizationId, goalId)
  if (!row) throw new Error('There is no such goal.')
  const { isDated: _, ...old } = row
  await database.client.send(
    new PutCommand({ TableName: database.tableName, Item: toItem(goalRowEntity, encodeRow(old)) }),
  )
  for await (const page of scanTable(database)) {
    const keys = page.filter(
      ({ __edb_e__, g }) => __edb_e__ === 'goalDeadline' && g === encodeRow(old).goalKey,
    )
    await writeBatches(
      database,
      keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    )
  }
}

afterEach(async () => {
  await expectSoundTable(database)
})

describe('the goals with the earliest deadlines', () => {
  it('are active ones in the order of their dates, through every change', async () => {
    const later = await createGoal(ada, { title: 'Later', ...until('2027-03-01') })
    const sooner = await createGoal(ada, { title: 'Sooner', ...until('2026-12-24') })
    await createGoal(ada, { title: 'Never' })
    expect(await earliest()).toEqual(['Sooner', 'Later'])
    expect(await earliest(1)).toEqual(['Sooner'])

    const params = { goalId: sooner.id }
    await ada.api.updateGoal({ params, body: until('2027-06-30') })
    expect(await earliest()).toEqual(['Later', 'Sooner'])
    await ada.api.createGoalUpdate({ params, body: reportOf('Paused', { status: 'paused' }) })
    expect(await earliest()).toEqual(['Later'])
    await ada.api.createGoalUpdate({ params, body: reportOf('On', { expectedRevision: 2 }) })
    expect(await earliest()).toEqual(['Later', 'Sooner'])
    await ada.api.updateGoal({ params, body: { timeframe: { kind: 'continuous' } } })
    await ada.api.deleteGoal({ params: { goalId: later.id } })
    expect(await earliest()).toEqual([])
  })

  it('write nothing in a report or an edit that leaves date and status', async () => {
    const { id: goalId } = await createGoal(ada, { title: 'Stays', ...until('2026-12-24') })
    const key = keyOfRecord(goalDeadlineEntity, {
      ...goalKeyOf({ organizationId, goalId }),
      date: '2026-12-24',
    })
    const Item = { ...(await itemAt(key)), mark: true }
    await database.client.send(new PutCommand({ TableName: database.tableName, Item }))
    await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Half', { health: 'at_risk' }) })
    await ada.api.updateGoal({ params: { goalId }, body: { title: 'Still stays' } })
    expect(await itemAt(key)).toMatchObject({ mark: true })
    await ada.api.deleteGoal({ params: { goalId } })
  })
})

describe('a goal from before there were records of deadlines', () => {
  it('gets its own with the next change', async () => {
    const { id: goalId } = await createGoal(ada, { title: 'Old', ...until('2026-12-31') })
    await makeOld(goalId)
    expect(await earliest()).toEqual([])
    await expectSoundTable(database)
    await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Half way') })
    expect(await earliest()).toEqual(['Old'])
  })

  it('is deleted as it is', async () => {
    const { id: goalId } = await createGoal(ada, { title: 'Old and gone', ...until('2026-12-30') })
    await makeOld(goalId)
    await ada.api.deleteGoal({ params: { goalId } })
  })

  it('gets its own by a repair', async () => {
    const { id: goalId } = await createGoal(ada, { title: 'Older', ...until('2026-12-01') })
    await makeOld(goalId)
    expect(await repairTable(database)).toEqual({ 'goals listed by their deadlines': 1 })
    expect(await earliest()).toEqual(['Older', 'Old'])
    expect(await repairTable(database)).toEqual({})
  })
})

function itemAt({ pk, sk }: { pk: string; sk: string }) {
  return readItem(database, { pk, sk })
}

describe('the next goal of more than a page of goals', () => {
  it('is the most pressing of those with the earliest deadlines, and then of those that nobody has changed for long', async () => {
    const { ada: eve, service: busy } = await startWithAda()
    const { activeOrganizationId } = await eve.api.getOrganizationContext()
    const goals = Array.from({ length: 2_400 }, (_, index) => ({
      ownerUserId: eve.userId,
      status: 'active' as const,
      labelIds: [],
      updatedAt: new Date(Date.now() + (1_200 - index) * 60_000).toISOString(),
      // Of full length: a page of the index has some 1,000, so that neither its first nor its last has the one between.
      title: `${String(index).padStart(4, '0')} ${'木'.repeat(190)}`,
    }))
    await createGoal(eve, { title: 'Due', ...until(new Date().toISOString().slice(0, 10)) })
    await writeGoals(busy.table.database, activeOrganizationId, goals)
    const next = async () => (await eve.api.claimNextGoal({ body: {} })).goal?.title
    expect(await next()).toBe('Due')
    expect(await next()).toMatch(/^2399 /)
  })
})
