import type { Goal, GoalUpdate } from '@cairn/contract'
import { verifyHistory } from '@cairn/contract/goals/history-chain'
import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { describe, expect, it } from 'vitest'
import { bearer, createToken } from '../../../../support/people/api-tokens.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal, unknownId } from '../../../../support/requests/exchange.ts'
import { createLabel, goalOf, publish, report } from '../../../../support/requests/goals.ts'
import { walk } from '../../../../support/requests/walk.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

const pathOf = ({ id }: Goal, list: 'edits' | 'updates' = 'edits') => `/v1/goals/${id}/${list}`
const edit = async ({ id }: Goal, body: object): Promise<Goal> => {
  const response = await browser('PATCH', `/v1/goals/${id}`, { body })
  expect(response.status).toBe(200)
  return goalOf(response)
}
const editsOf = async (goal: Goal): Promise<GoalEdit[]> => {
  const { edits, nextCursor } = await ada.api.listGoalEdits({ params: { goalId: goal.id } })
  expect(nextCursor).toBeNull()
  return edits
}

describe('the edits of a goal', () => {
  it('are empty after the publication and after a report', async () => {
    const goal = await publish(browser)
    expect(await editsOf(goal)).toEqual([])
    await report(browser, goal.id)
    expect(await editsOf(goal)).toEqual([])
  })

  it('say who changed what, when and with which credential', async () => {
    const goal = await publish(browser, { title: 'Before' })
    clock.advance({ milliseconds: 1_000 })
    const changed = await edit(goal, { title: 'After' })
    expect(await editsOf(goal)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        organizationId: goal.organizationId,
        goalId: goal.id,
        version: 2,
        createdAt: clock.timestamp,
        authorityUserId: ada.userId,
        actor: { kind: 'user', id: ada.userId, runId: null },
        authentication: { kind: 'session', subjectId: expect.any(String) },
        fields: { title: { from: 'Before', to: 'After' } },
        previousHash: goal.historyHash,
        hash: changed.historyHash,
      },
    ])
  })

  it('name the token of a program', async () => {
    const goal = await publish(browser)
    const { id, secret } = await createToken(ada)
    const headers = { origin: undefined, ...bearer(secret) }
    await createSend(service)('PATCH', `/v1/goals/${goal.id}`, { body: { title: 'x' }, headers })
    const [{ authentication, authorityUserId } = {}] = await editsOf(goal)
    expect(authorityUserId).toBe(ada.userId)
    expect(authentication).toEqual({ kind: 'api_token', subjectId: id })
  })

  it('have every field with its values before and after, and no other', async () => {
    const [one, two] = await Promise.all([createLabel(browser, 'one'), createLabel(browser, 'two')])
    const goal = await publish(browser, {
      title: 'Title',
      labelIds: [two.id],
      criteria: [{ title: 'Done', description: 'All' }],
    })
    const { verdict: _, confirmedBy: _by, ...criterion } = goal.criteria[0] ?? { verdict: null }
    await edit(goal, { detailedDescription: 'New text' })
    await edit(goal, { timeframe: { kind: 'unspecified' }, ownerUserId: null })
    await edit(goal, { labelIds: [two.id, one.id] })
    await edit(goal, { cadence: { everyDays: 7 } })
    await edit(goal, { cadence: null })
    const judged = await edit(goal, { criteria: [criterion, { title: 'New', description: 'One' }] })
    const measured = await edit(goal, { measures: [{ title: 'Trees', start: 0, target: 100 }] })
    const { verdict: __, confirmedBy: __by, ...added } = judged.criteria[1] ?? { verdict: null }
    const {
      current: ___,
      progress: ____,
      ...measure
    } = measured.measures[0] ?? { current: null, progress: null }
    expect((await editsOf(goal)).map(({ fields }) => fields)).toEqual([
      { detailedDescription: { from: goal.detailedDescription, to: 'New text' } },
      {
        timeframe: { from: { kind: 'continuous' }, to: { kind: 'unspecified' } },
        ownerUserId: { from: ada.userId, to: null },
      },
      { labelIds: { from: [two.id], to: [one.id, two.id].sort() } },
      { cadence: { from: null, to: { everyDays: 7 } } },
      { cadence: { from: { everyDays: 7 }, to: null } },
      { criteria: { from: [criterion], to: [criterion, added] } },
      { measures: { from: [], to: [measure] } },
    ])
  })

  it('do not include labels in another order, the same values, or text that is trimmed to the same', async () => {
    const labels = [await createLabel(browser, 'first'), await createLabel(browser, 'second')]
    const labelIds = labels.map(({ id }) => id)
    const goal = await publish(browser, { title: 'Same', labelIds })
    const same = await edit(goal, { title: ' Same ', labelIds: labelIds.toReversed() })
    expect(same).toEqual(goal)
    await edit(goal, { title: 'Other', labelIds: labelIds.toReversed() })
    expect((await editsOf(goal)).map(({ fields }) => Object.keys(fields))).toEqual([['title']])
  })

  it('404 unknown and deleted goals', async () => {
    const goal = await publish(browser)
    await edit(goal, { title: 'x' })
    await browser('DELETE', `/v1/goals/${goal.id}`)
    for (const id of [goal.id, unknownId, 'x']) {
      expect(await browser('GET', `/v1/goals/${id}/edits`)).toMatchObject(refusal('goal_not_found'))
    }
  })

  it('are readable when the texts before them are long gone', async () => {
    const goal = await publish(browser, { detailedDescription: 'one' })
    for (const detailedDescription of ['two', 'three', 'one']) await edit(goal, { detailedDescription })
    expect((await editsOf(goal)).map(({ fields }) => fields.detailedDescription)).toEqual([
      { from: 'one', to: 'two' },
      { from: 'two', to: 'three' },
      { from: 'three', to: 'one' },
    ])
  })
})

describe('both histories', async () => {
  const goal = await publish(browser)
  for (let index = 0; index < 7; index++) {
    await edit(goal, { title: `Title ${index}`, detailedDescription: `Text ${index}` })
    await report(browser, goal.id, { expectedRevision: index + 1, idempotencyKey: `${index}` })
  }
  const current = goalOf(await browser('GET', `/v1/goals/${goal.id}`))

  it.each(['edits', 'updates'] as const)('list %s in both orders, on one page and on many', async (list) => {
    const all = async (query: Record<string, string>) =>
      (await walk<GoalEdit | GoalUpdate>(browser, pathOf(goal, list), list, query)).flat()
    const ascending = await all({})
    const versions = ascending.map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted((left, right) => left - right))
    expect(ascending).toHaveLength(list === 'edits' ? 7 : 8)
    expect(await all({ order: 'asc' })).toEqual(ascending)
    expect(await all({ order: 'desc' })).toEqual(ascending.toReversed())
    for (const limit of ['1', '3', '7', '8']) {
      expect(await all({ limit })).toEqual(ascending)
      expect(await all({ limit, order: 'desc' })).toEqual(ascending.toReversed())
    }
  })

  it.each(['edits', 'updates'] as const)(
    'refuse a cursor of another order, list or goal: %s',
    async (list) => {
      const other = await publish(browser)
      await edit(other, { title: 'x' })
      const { body } = await browser('GET', `${pathOf(goal, list)}?limit=2`)
      const { nextCursor } = body as { nextCursor: string }
      const search = new URLSearchParams({ limit: '2', cursor: nextCursor })
      expect(await browser('GET', `${pathOf(goal, list)}?${search}`)).toMatchObject({ status: 200 })
      for (const path of [
        `${pathOf(goal, list)}?${search}&order=desc`,
        `${pathOf(goal, list === 'edits' ? 'updates' : 'edits')}?${search}`,
        `${pathOf(other, list)}?${search}`,
      ]) {
        expect(await browser('GET', path)).toMatchObject(refusal('invalid_cursor'))
      }
    },
  )

  it.each(['', 'ASC', 'newest', 'asc,desc'])('400 the order “%s”', async (order) => {
    for (const list of ['edits', 'updates'] as const) {
      const response = await browser('GET', `${pathOf(goal, list)}?order=${order}`)
      expect(response).toMatchObject(refusal('invalid_request', 'order'))
    }
  })

  it('are one chain without gaps that anybody can verify', async () => {
    const edits = await walk<GoalEdit>(browser, pathOf(goal), 'edits')
    const updates = await walk<GoalUpdate>(browser, pathOf(goal, 'updates'), 'updates')
    const entries = [...edits.flat(), ...updates.flat()]
    expect(entries).toHaveLength(current.version)
    expect(await verifyHistory(current, entries)).toEqual([])
    const [first, ...rest] = entries
    const changed = { ...first, createdAt: '2020-01-01T00:00:00.000Z' } as GoalEdit
    expect(await verifyHistory(current, [changed, ...rest])).toMatchObject([{ problem: 'changed' }])
  })
})
