import type { Goal } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { bringTo, createLabel, publish } from '../../../support/requests/goals.ts'
import { walk } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()

const statuses = ['active', 'paused', 'completed', 'archived'] as const
const healths = ['on_track', 'at_risk', 'off_track'] as const

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
const stranger = createSend(service, await signIn(service, { email: 'eve@example.com', displayName: 'Eve' }))
await publish(stranger, { title: 'foreign' })
const red = (await createLabel(browser, 'red')).id
const blue = (await createLabel(browser, 'blue')).id
/** Every goal of the organization, last updated first. */
const goals: Goal[] = []
for (let index = 0; index < 24; index++) {
  clock.advance({ milliseconds: 1 })
  const goal = await publish(browser, {
    title: `goal ${index}`,
    ownerUserId: index % 2 === 0 ? ada.userId : null,
    labelIds: [[], [red], [red, blue]][index % 3],
  })
  const status = statuses[index % 4] ?? 'active'
  const health = index % 4 < 2 && index % 5 > 0 ? healths[index % 3] : null
  goals.unshift(await bringTo(browser, goal, { status, health }))
}

type Filter = { status?: string; health?: string; ownerUserId?: string; labelId?: string }

/** The goals that match a filter, by the contract: filters combine with AND. */
const expected = ({ status, health, ownerUserId, labelId }: Filter) =>
  goals.filter(
    (goal) =>
      (status === undefined || goal.status === status) &&
      (health === undefined || goal.health === health) &&
      (ownerUserId === undefined || goal.ownerUserId === ownerUserId) &&
      (labelId === undefined || goal.labels.some(({ id }) => id === labelId)),
  )

/** All combinations of filters; ids are filled in once they are known. */
const combinations = [undefined, ...statuses].flatMap((status) =>
  [undefined, ...healths].flatMap((health) =>
    [false, true].flatMap((owned) =>
      ['', 'red'].map((label): [string, () => Filter] => [
        [status, health, owned ? 'own' : undefined, label].filter(Boolean).join(' and ') || 'everything',
        () => ({
          ...(status && { status }),
          ...(health && { health }),
          ...(owned && { ownerUserId: ada.userId }),
          ...(label && { labelId: red }),
        }),
      ]),
    ),
  ),
)

describe('the list of goals', () => {
  it.each(combinations)('200s with %s, last updated first, on one page and on many', async (_, filterOf) => {
    const filter = filterOf()
    const { body } = await browser('GET', `/v1/goals?${new URLSearchParams(filter)}`)
    expect(body).toEqual({ goals: expected(filter), nextCursor: null })
    const pages = await walk<Goal>(browser, '/v1/goals', 'goals', { ...filter, limit: '5' })
    expect(pages.flat()).toEqual(expected(filter))
    expect(pages.every((page) => page.length <= 5)).toBe(true)
    // A label with other filters makes pages shorter; every other page but the last is full.
    const isThinnedOut = filter.labelId !== undefined && Object.keys(filter).length > 1
    if (!isThinnedOut) expect(pages).toHaveLength(Math.max(1, Math.ceil(expected(filter).length / 5)))
  })

  it('covers every filter with goals inside and outside', () => {
    for (const filter of [
      ...statuses.map((status) => ({ status })),
      ...healths.map((health) => ({ health })),
      { ownerUserId: ada.userId },
      { labelId: red },
      { labelId: blue },
      { status: 'active', health: 'at_risk', ownerUserId: ada.userId },
      { status: 'paused', labelId: red },
    ]) {
      expect(expected(filter).length, JSON.stringify(filter)).toBeGreaterThan(0)
      expect(expected(filter).length).toBeLessThan(24)
    }
  })

  it.each([
    ['an unknown label', { labelId: unknownId }],
    ['an unknown owner', { ownerUserId: 'nobody' }],
    ['an owner of another case', { ownerUserId: 'EMAIL:X' }],
    ['a hostile owner', { ownerUserId: '#\u0000\u{1F600}' }],
  ])('200s with nothing for %s', async (_, filter) => {
    const { body } = await browser('GET', `/v1/goals?${new URLSearchParams(filter)}`)
    expect(body).toEqual({ goals: [], nextCursor: null })
  })

  it.each([
    ['status', 'done'],
    ['status', 'Active'],
    ['status', ''],
    ['health', 'good'],
    ['health', 'null'],
    ['labelId', 'x'],
    ['labelId', ''],
    ['ownerUserId', ''],
    ['ownerUserId', 'x'.repeat(201)],
    ['sort', 'title'],
  ])('400s %s=%.20s', async (name, value) => {
    const response = await browser('GET', `/v1/goals?${new URLSearchParams({ [name]: value })}`)
    expect(response).toMatchObject(refusal('invalid_request', name))
  })

  it.each(['', 'x'.repeat(201)])('400s owner=%.20s, and says which of them', async (owner) => {
    const query = new URLSearchParams([
      ['owner', 'me'],
      ['owner', owner],
    ])
    const response = await browser('GET', `/v1/goals?${query}`)
    expect(response).toMatchObject(refusal('invalid_request', 'owner.1'))
  })

  it('400s a repeated filter', async () => {
    const response = await browser('GET', '/v1/goals?status=active&status=paused')
    expect(response).toMatchObject(refusal('invalid_request', 'status'))
  })
})

describe('the order', () => {
  it('puts a reported or changed goal first, in every list', async () => {
    const oldest = goals.at(-1)
    const second = goals.at(-2)
    if (!oldest || !second) throw new Error('There are goals.')
    const firstOf = async (filter: Filter) => {
      const query = { ...filter, limit: '1' }
      const { body } = await browser('GET', `/v1/goals?${new URLSearchParams(query)}`)
      return (body as { goals: Goal[] }).goals[0]?.id
    }
    for (const [goal, touch] of [
      [
        oldest,
        () => browser('PATCH', `/v1/goals/${oldest.id}`, { body: { title: 'first', labelIds: [red] } }),
      ],
      [
        second,
        () =>
          browser('PATCH', `/v1/goals/${second.id}`, {
            body: { ownerUserId: ada.userId, labelIds: [red, blue] },
          }),
      ],
      [
        oldest,
        () =>
          browser('POST', `/v1/goals/${oldest.id}/updates`, {
            body: {
              status: 'paused',
              summary: 'x',
              details: 'x',
              expectedRevision: 2,
              idempotencyKey: 'again',
            },
          }),
      ],
    ] as const) {
      clock.advance({ milliseconds: 1 })
      expect((await touch()).status).toBeLessThan(300)
      expect(await firstOf({})).toBe(goal.id)
      expect(await firstOf({ labelId: red })).toBe(goal.id)
      expect(await firstOf({ ownerUserId: ada.userId })).toBe(goal.id)
    }
    expect(await firstOf({ status: 'paused' })).toBe(oldest.id)
    expect(await firstOf({ status: 'paused', labelId: red })).toBe(oldest.id)
  })

  it('is not changed by renaming a label, which shows in the list at once', async () => {
    const before = await browser('GET', '/v1/goals')
    clock.advance({ milliseconds: 1 })
    await browser('PATCH', `/v1/goal-labels/${red}`, { body: { name: 'crimson' } })
    const after = await browser('GET', '/v1/goals')
    expect(after.text).not.toBe(before.text)
    const ids = (body: unknown) =>
      (body as { goals: Goal[] }).goals.map(({ id, updatedAt }) => [id, updatedAt])
    expect(ids(after.body)).toEqual(ids(before.body))
    const names = (after.body as { goals: Goal[] }).goals.flatMap(({ labels }) =>
      labels.map(({ name }) => name),
    )
    expect(new Set(names)).toEqual(new Set(['blue', 'crimson']))
  })
})
