import type { Acknowledgement } from '@cairn/contract/schemas/goals/goal-history'
import { acknowledgeGoalUpdate } from '@cairn/domain/goals/acknowledgements/acknowledge-goal-update'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import { createWorld } from '../../../../support/people/world.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'
import { overtaken } from '../../../../support/table/overtaken.ts'
import { readTable } from '../../../../support/table/read-table.ts'

/** Acknowledgements are records of their own: any number of members. */

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { owner, member } = await createWorld(service)
const { database } = service.table
const send = createSend(service, owner)

async function reportedGoal() {
  const { id } = await createGoal(owner)
  await owner.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Half') })
  return id
}

async function listed(goalId: string, limit = 100) {
  const all: Acknowledgement[] = []
  let cursor: string | undefined
  do {
    const page = await owner.api.listGoalUpdateAcknowledgements({
      params: { goalId, revision: '2' },
      query: { limit, cursor },
    })
    expect(page.acknowledgements.length).toBeLessThanOrEqual(limit)
    all.push(...page.acknowledgements)
    // Pages that repeat would never end.
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(all.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}

const pageOf = (goalId: string) => owner.api.listGoalUpdates({ params: { goalId } })

/** By a member who has no session in this test. */
function acknowledgeAs(userId: string, goalId: string, of = database) {
  const access = { organizationId: owner.organizationId, user: { id: userId }, membership: async () => ({}) }
  return acknowledgeGoalUpdate(
    { database: of, now: clock.read() } as Parameters<typeof acknowledgeGoalUpdate>[0],
    access as unknown as Parameters<typeof acknowledgeGoalUpdate>[1],
    { params: { goalId, revision: 2 }, query: {}, body: {} },
  )
}

describe('a report that 24 members acknowledge', () => {
  let goalId: string
  const expected: Acknowledgement[] = []

  beforeAll(async () => {
    goalId = await reportedGoal()
    for (let reader = 0; reader < 24; reader++) {
      clock.advance({ milliseconds: 1_000 })
      const userId = `email:reader ${reader}`
      const { update, acknowledgementCounts } = await acknowledgeAs(userId, goalId)
      expected.push({ userId, at: clock.timestamp })
      expect(update.acknowledgements).toEqual(expected.slice(0, 20))
      expect(acknowledgementCounts).toEqual(expected.length > 20 ? { 2: expected.length } : undefined)
    }
  })

  it('shows the first 20 and says how many there are, and the list has all, in order', async () => {
    const { updates, acknowledgementCounts } = await pageOf(goalId)
    expect(updates.map(({ acknowledgements }) => acknowledgements)).toEqual([[], expected.slice(0, 20)])
    expect(acknowledgementCounts).toEqual({ 2: 24 })
    expect(await listed(goalId)).toEqual(expected)
    expect(await listed(goalId, 7)).toEqual(expected)
    expect((await listed(goalId, 24)).length).toBe(24)
    await expectSoundTable(database)
  })

  it('says so in every answer that holds the report', async () => {
    const path = `/v1/goals/${goalId}/updates`
    const counts = { acknowledgementCounts: { 2: 24 } }
    expect((await send('POST', path, { body: reportOf('Half') })).body).toMatchObject(counts)
    expect((await send('POST', path, { body: reportOf('Half', { details: 'Other' }) })).body).toMatchObject({
      error: 'goal_update_idempotency_conflict',
      ...counts,
    })
    expect((await send('POST', path, { body: reportOf('Late') })).body).toMatchObject({ conflict: counts })
    for (const [query, own] of [
      [{ limit: 1 }, undefined],
      [{ limit: 1, order: 'desc' as const }, { 2: 24 }],
    ] as const) {
      const first = await owner.api.listGoalUpdates({ params: { goalId }, query })
      const next = { ...query, cursor: first.nextCursor ?? '' }
      const second = await owner.api.listGoalUpdates({ params: { goalId }, query: next })
      expect([first.acknowledgementCounts, second.acknowledgementCounts]).toEqual(
        own ? [own, undefined] : [undefined, { 2: 24 }],
      )
    }
  })

  it('does not change what is stored of the report', async () => {
    const { goalReport } = await readTable(database)
    expect(goalReport.map(({ acknowledgements }) => Object.keys(acknowledgements))).toContainEqual([])
    expect(goalReport.every(({ acknowledgements }) => Object.keys(acknowledgements).length === 0)).toBe(true)
  })

  it('404s the list of another revision, and 400s a foreign cursor', async () => {
    const first = await owner.api.listGoalUpdateAcknowledgements({
      params: { goalId, revision: '2' },
      query: { limit: 1 },
    })
    const path = (revision: string) => `/v1/goals/${goalId}/updates/${revision}/acknowledgements`
    expect(await send('GET', path('3'))).toMatchObject(refusal('goal_not_found'))
    expect(await send('GET', path('x'))).toMatchObject(refusal('goal_not_found'))
    expect(await send('GET', `${path('1')}?cursor=${first.nextCursor}`)).toMatchObject(
      refusal('invalid_cursor'),
    )
  })

  it('takes them along when the goal is deleted', async () => {
    const other = await reportedGoal()
    await member.api.acknowledgeGoalUpdate({ params: { goalId: other, revision: '2' } })
    await owner.api.deleteGoal({ params: { goalId: other } })
    const { goalAcknowledgement, goalAcknowledgementCount } = await readTable(database)
    expect([goalAcknowledgement.length, goalAcknowledgementCount.length]).toEqual([24, 1])
    await expectSoundTable(database)
  })
})

it.each(['asc', 'desc'] as const)('each page has those of its reports, %s', async (order) => {
  const goalId = await reportedGoal()
  const params = { goalId }
  for (const revision of [2, 3, 4]) {
    if (revision > 2) {
      await owner.api.createGoalUpdate({
        params,
        body: reportOf(`On ${revision - 1}`, { expectedRevision: revision - 1 }),
      })
    }
    await member.api.acknowledgeGoalUpdate({ params: { goalId, revision: String(revision) } })
  }
  const counts: number[] = []
  let cursor: string | undefined
  do {
    const page = await owner.api.listGoalUpdates({ params, query: { order, limit: 1, cursor } })
    counts.push(...page.updates.map(({ acknowledgements }) => acknowledgements.length))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(counts).toEqual(order === 'asc' ? [0, 1, 1, 1] : [1, 1, 1, 0])
})

it('is 404, and nothing of it remains, if the goal is deleted meanwhile', async () => {
  const goalId = await reportedGoal()
  const behind = overtaken(database, /Get/, () => owner.api.deleteGoal({ params: { goalId } }))
  await expect(acknowledgeAs('email:late', goalId, behind)).rejects.toMatchObject({ code: 'goal_not_found' })
  await expectSoundTable(database)
})

it('counts everybody, also those who acknowledge at once', async () => {
  const goalId = await reportedGoal()
  await acknowledgeAs('email:first', goalId)
  await Promise.all(['second', 'third'].map((name) => acknowledgeAs(`email:${name}`, goalId)))
  const { updates } = await pageOf(goalId)
  expect(updates.at(-1)?.acknowledgements).toHaveLength(3)
  await expectSoundTable(database)
})
