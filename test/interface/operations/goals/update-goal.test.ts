import type { Goal } from '@cairn/contract'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, type HttpResponse, refusal, unknownId } from '../../../support/requests/exchange.ts'
import {
  bringTo,
  continuous,
  createLabel,
  createLabels,
  goalOf,
  publish,
} from '../../../support/requests/goals.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { recordsWith } from '../../../support/table/records.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
const browser = createSend(service, ada)

const change = (goal: Goal, body: object): Promise<HttpResponse> =>
  browser('PATCH', `/v1/goals/${goal.id}`, { body })

/** A goal with a status, health, evaluation and revision of its own. */
async function paused(fields: object = {}): Promise<Goal> {
  const goal = await publish(browser, { criteria: [{ title: 'Done', description: 'All of it' }], ...fields })
  return bringTo(browser, goal, {
    status: 'paused',
    health: 'at_risk',
    evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00Z' },
  })
}

describe('PATCH of a goal', () => {
  it.each([
    ['title', ' New title ', 'New title'],
    ['detailedDescription', '  New text \n', '  New text \n'],
    [
      'timeframe',
      { kind: 'deadline', targetDate: '2027-01-31' },
      { kind: 'deadline', targetDate: '2027-01-31' },
    ],
    ['timeframe', { kind: 'unspecified' }, { kind: 'unspecified' }],
    ['ownerUserId', null, null],
    ['criteria', [], []],
    [
      'criteria',
      [{ title: ' a ', description: ' b ' }],
      [{ id: expect.any(String), title: 'a', description: ' b ', verdict: null, confirmedBy: null }],
    ],
    [
      'measures',
      [{ title: ' a ', start: 0, target: 1 }],
      [
        {
          id: expect.any(String),
          title: 'a',
          unit: null,
          start: 0,
          target: 1,
          current: null,
          progress: null,
        },
      ],
    ],
    ['cadence', { everyDays: 7 }, { everyDays: 7 }],
  ])('200s with a new %s and changes nothing else: %j', async (field, sent, kept) => {
    const goal = await paused()
    clock.advance({ milliseconds: 5 })
    const response = await change(goal, { [field]: sent })
    expect(response.status).toBe(200)
    expect(goalOf(response)).toEqual({
      ...goal,
      [field]: kept,
      // Its owner watched it.
      watching: field === 'ownerUserId' ? false : goal.watching,
      version: goal.version + 1,
      historyHash: expect.not.stringContaining(goal.historyHash),
      updatedAt: clock.timestamp,
    })
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(goalOf(response))
  })

  it('200s and writes nothing if nothing changes', async () => {
    const goal = await paused()
    // Its words are indexed behind the answer.
    await browser('GET', '/v1/events')
    const records = await recordsWith(service.table, shortId(goal.id))
    clock.advance({ milliseconds: 5 })
    const { title, detailedDescription, timeframe, ownerUserId, cadence } = goal
    const criteria = goal.criteria.map(({ verdict: _, ...criterion }) => criterion)
    for (const body of [
      { title: ` ${title} ` },
      { timeframe: continuous },
      { detailedDescription, timeframe, ownerUserId, cadence, criteria, measures: [], labelIds: [] },
    ]) {
      expect(goalOf(await change(goal, body))).toEqual(goal)
    }
    expect(await recordsWith(service.table, shortId(goal.id))).toEqual(records)
    expect(records.length).toBeGreaterThan(3)
  })

  it('never touches status, health, evaluation, revision and history', async () => {
    const goal = await paused()
    const history = await browser('GET', `/v1/goals/${goal.id}/updates`)
    await change(goal, {
      title: 'x',
      detailedDescription: 'x',
      timeframe: continuous,
      ownerUserId: null,
      labelIds: [],
      criteria: [],
    })
    const { status, health, currentEvaluation, revision } = goal
    expect([status, health, revision]).toEqual(['paused', 'at_risk', 2])
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toMatchObject({
      status,
      health,
      currentEvaluation,
      revision,
    })
    expect((await browser('GET', `/v1/goals/${goal.id}/updates`)).text).toBe(history.text)
  })

  it('keeps the title when the description changes: a default title is derived once', async () => {
    const goal = await publish(browser, { detailedDescription: 'Ship the beta' })
    expect(goalOf(await change(goal, { detailedDescription: 'Ship the release' })).title).toBe(
      'Ship the beta',
    )
  })

  it('reassigns a goal without an owner to the caller', async () => {
    const goal = await publish(browser, { ownerUserId: null })
    expect(goalOf(await change(goal, { ownerUserId: ada.userId })).ownerUserId).toBe(ada.userId)
  })

  it('400s an empty change', async () => {
    expect(await change(await publish(browser), {})).toMatchObject(refusal('invalid_request'))
  })

  it.each(['status', 'health', 'currentEvaluation', 'evaluation', 'revision', 'organizationId', 'createdAt'])(
    '400s the field %s',
    async (field) => {
      const goal = await publish(browser)
      expect(await change(goal, { title: 'x', [field]: null })).toMatchObject(
        refusal('invalid_request', field),
      )
      expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(goal)
    },
  )

  it.each([
    [{ title: null }, 'title'],
    [{ detailedDescription: null }, 'detailedDescription'],
    [{ timeframe: null }, 'timeframe'],
    [{ timeframe: { kind: 'unspecified', targetDate: '2026-01-01' } }, 'timeframe.targetDate'],
    [{ timeframe: { kind: 'deadline', targetDate: '2026-02-30' } }, 'timeframe.targetDate'],
    [{ ownerUserId: '' }, 'ownerUserId'],
  ])('400s %j', async (body, path) => {
    expect(await change(await publish(browser), body)).toMatchObject(refusal('invalid_request', path))
  })

  it('400s an owner who is not a member, and changes nothing', async () => {
    const goal = await publish(browser)
    for (const ownerUserId of [eve.userId, 'nobody']) {
      expect(await change(goal, { title: 'x', ownerUserId })).toMatchObject(refusal('invalid_goal_owner'))
    }
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(goal)
  })
})

describe('PATCH of the labels of a goal', () => {
  it('200s with the set replaced; a removed label can be deleted', async () => {
    const [one, two] = await Promise.all([createLabel(browser, 'one'), createLabel(browser, 'two')])
    const goal = await publish(browser, { labelIds: [one.id] })
    expect(goalOf(await change(goal, { labelIds: [two.id] })).labels).toEqual([two])
    expect(await browser('DELETE', `/v1/goal-labels/${two.id}`)).toMatchObject(refusal('goal_label_in_use'))
    expect(await browser('DELETE', `/v1/goal-labels/${one.id}`)).toMatchObject({ status: 204 })
    expect(goalOf(await change(goal, { labelIds: [] })).labels).toEqual([])
    expect(await browser('DELETE', `/v1/goal-labels/${two.id}`)).toMatchObject({ status: 204 })
  })

  it('200s with the same set in another order, which is no edit', async () => {
    const labels = await Promise.all(['north', 'south'].map((name) => createLabel(browser, name)))
    const ids = labels.map(({ id }) => id)
    const goal = await publish(browser, { labelIds: ids })
    expect(goalOf(await change(goal, { labelIds: ids.toReversed() })).version).toBe(goal.version)
  })

  it('200s with the same set twice, counting it once', async () => {
    const { id } = await createLabel(browser, 'once')
    const goal = await publish(browser, { labelIds: [id] })
    await change(goal, { labelIds: [id] })
    await change(goal, { labelIds: [id.toUpperCase()] })
    await change(goal, { labelIds: [] })
    expect(await browser('DELETE', `/v1/goal-labels/${id}`)).toMatchObject({ status: 204 })
  })

  it('200s with 20 labels instead of 20 others', async () => {
    const before = await createLabels(browser, 'before', 20)
    const after = await createLabels(browser, 'after', 20)
    const goal = await publish(browser, { labelIds: before.map(({ id }) => id) })
    const labelIds = after.map(({ id }) => id)
    const response = await change(goal, { labelIds })
    expect(response.status).toBe(200)
    expect(
      goalOf(response)
        .labels.map(({ id }) => id)
        .sort(),
    ).toEqual(labelIds.sort())
    for (const { id } of before) {
      expect(await browser('DELETE', `/v1/goal-labels/${id}`)).toMatchObject({ status: 204 })
    }
  })

  it('400s unknown and foreign labels and changes nothing', async () => {
    const foreign = await createLabel(createSend(service, eve), 'foreign')
    const own = await createLabel(browser, 'own')
    const goal = await publish(browser, { labelIds: [own.id] })
    for (const labelIds of [[unknownId], [foreign.id], [own.id, foreign.id]]) {
      expect(await change(goal, { title: 'x', labelIds })).toMatchObject(refusal('invalid_goal_labels'))
    }
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(goal)
  })
})
