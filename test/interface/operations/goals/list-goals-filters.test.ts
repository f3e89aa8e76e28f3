/** The filters that 0.1 did not have, and the light view. */
import type { Goal } from '@cairn/contract'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, it } from 'vitest'
import { bearer, createToken } from '../../../support/people/api-tokens.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal, type Send } from '../../../support/requests/exchange.ts'
import { bringTo, createLabel, goalOf, publish } from '../../../support/requests/goals.ts'
import { walk } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const world = await createWorld(service)
const { owner, member } = world
const browser = createSend(service, owner)
const red = (await createLabel(browser, 'red')).id

const statuses = ['active', 'paused', 'completed', 'archived'] as const
const healths = ['on_track', 'at_risk', 'off_track'] as const

/** A date this many days after the clock's. */
const inDays = (days: number) =>
  new Date(Date.parse(clock.timestamp) + days * 86_400_000).toISOString().slice(0, 10)

/** Every goal, last updated first. */
const goals: Goal[] = []
for (let index = 0; index < 30; index++) {
  clock.advance({ milliseconds: 1 })
  const goal = await publish(browser, {
    title: `goal ${index}`,
    ownerUserId: [owner.userId, member.userId, null][index % 3],
    labelIds: index % 2 === 0 ? [red] : [],
    timeframe: { kind: 'deadline', targetDate: inDays([-1, 10, 100][index % 3] ?? 0) },
    cadence: index % 5 === 0 ? { everyDays: 1 } : null,
    criteria: [{ title: 'Done', description: 'All of it' }],
    measures: [{ title: 'Trees', start: 0, target: 10 }],
  })
  if (index % 7 === 0) {
    goals.unshift(goal)
    continue
  }
  const status = statuses[index % 5 === 4 ? 0 : index % 4] ?? 'active'
  const isOpen = status === 'active' || status === 'paused'
  goals.unshift(
    await bringTo(browser, goal, {
      status,
      ...(isOpen && index % 4 !== 1 && { health: healths[index % 3] }),
      verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: index % 2 ? 'met' : 'not_met' })),
      measurements: goal.measures.map(({ id }) => ({ measureId: id, value: index })),
    }),
  )
}
const moments = goals.map(({ updatedAt }) => updatedAt)
const middle = moments[15] ?? ''

type Filter = Record<string, string>

/** The meaning of each filter of the list, by the contract. */
function expected(filter: Filter, of: readonly Goal[] = goals): Goal[] {
  const { status, health, ownerUserId, labelId, attention, updatedSince } = filter
  const owners: Record<string, string | null> = { me: owner.userId, none: null }
  const wantedOwner =
    ownerUserId === undefined ? undefined : ownerUserId in owners ? owners[ownerUserId] : ownerUserId
  return of.filter(
    (goal) =>
      (status === undefined || status.split(',').includes(goal.status)) &&
      (health === undefined || health.split(',').includes(goal.health ?? 'none')) &&
      (wantedOwner === undefined || goal.ownerUserId === wantedOwner) &&
      (labelId === undefined || goal.labels.some(({ id }) => id === labelId)) &&
      (attention === undefined || goal.attention.some((reason) => reason === attention)) &&
      (updatedSince === undefined || goal.updatedAt >= updatedSince),
  )
}

const filters: Filter[] = [
  {},
  { status: 'active,paused' },
  { status: 'archived,completed,active,paused' },
  { status: 'active,active' },
  { health: 'none' },
  { health: 'none,off_track' },
  { health: 'on_track,at_risk' },
  { ownerUserId: 'me' },
  { ownerUserId: 'none' },
  { ownerUserId: member.userId },
  { attention: 'overdue' },
  { attention: 'report_late' },
  { attention: 'off_track' },
  { attention: 'at_risk' },
  { attention: 'due_soon' },
  { attention: 'criteria_not_met' },
  { updatedSince: middle },
  { status: 'active,completed', health: 'none', ownerUserId: 'me' },
  { status: 'active', labelId: red, ownerUserId: 'none' },
  { status: 'active,paused', labelId: red, updatedSince: middle },
  { attention: 'overdue', ownerUserId: 'me', labelId: red },
  { attention: 'overdue', status: 'paused,completed' },
  { attention: 'criteria_not_met', status: 'active,paused', health: 'none,at_risk' },
  { ownerUserId: 'none', updatedSince: middle, health: 'off_track,none' },
]

const all = async (send: Send, filter: Filter, limit?: string) =>
  (await walk<Goal>(send, '/v1/goals', 'goals', { ...filter, ...(limit && { limit }) })).flat()

describe('a list of goals', () => {
  // Reports are late from the next day on.
  clock.advance({ days: 1, milliseconds: 1_000 })
  const current = Promise.all(goals.map(async ({ id }) => goalOf(await browser('GET', `/v1/goals/${id}`))))

  it.each(filters)('200s with %j, whole and in pages', async (filter) => {
    const wanted = expected(filter, await current)
    expect(await all(browser, filter)).toEqual(wanted)
    for (const limit of ['1', '4']) expect(await all(browser, filter, limit)).toEqual(wanted)
  })

  it('covers every filter but impossible ones with goals inside and outside', async () => {
    for (const filter of filters.slice(4)) {
      const count = expected(filter, await current).length
      const isImpossible = filter.attention !== undefined && filter.status === 'paused,completed'
      if (isImpossible) expect(count).toBe(0)
      else expect(count, JSON.stringify(filter)).toBeGreaterThan(0)
      expect(count, JSON.stringify(filter)).toBeLessThan(goals.length)
    }
  })

  it.each([
    ['updatedSince', middle.replace('Z', '+00:00')],
    ['updatedSince', middle.replaceAll(/[-:]/g, '')],
  ])('200s with a time in another form: %s=%s', async (name, time) => {
    expect(await all(browser, { [name]: time })).toEqual(expected({ updatedSince: middle }, await current))
  })

  it.each([
    ['0000-01-01T00:00:00Z', 30],
    ['1969-12-31T23:59:59Z', 30],
    ['2001-09-09T01:46:39Z', 30],
    ['2286-11-20T17:46:39.999Z', 0],
    ['2286-11-20T17:46:40Z', 0],
    ['9999-12-31T23:59:59Z', 0],
  ])('200s with goals updated since %s: %i', async (updatedSince, count) => {
    expect(await all(browser, { updatedSince })).toHaveLength(count)
    expect(await all(browser, { updatedSince }, '7')).toHaveLength(count)
  })

  it('has the goals that were updated at that time, but not those of the millisecond before', async () => {
    const after = new Date(Date.parse(middle) + 1).toISOString()
    const [since, later] = [
      await all(browser, { updatedSince: middle }),
      await all(browser, { updatedSince: after }),
    ]
    expect(since.length).toBeGreaterThan(later.length)
    expect(since.at(-1)?.updatedAt).toBe(middle)
  })

  it.each([
    ['status', 'active,'],
    ['status', ','],
    ['status', 'active,done'],
    ['status', 'active, paused'],
    ['status', 'none'],
    ['health', 'none,null'],
    ['health', 'None'],
    ['attention', 'late'],
    ['attention', 'overdue,at_risk'],
    ['attention', ''],
    ['view', 'light'],
    ['view', ''],
    ['updatedSince', ''],
    ['updatedSince', 'yesterday'],
    ['updatedSince', '2026-11-20'],
    ['updatedSince', '2026-11-20T10:00:00'],
    ['updatedSince', '2026-02-30T10:00:00Z'],
  ])('400s %s=%s', async (name, value) => {
    const response = await browser('GET', `/v1/goals?${new URLSearchParams({ [name]: value })}`)
    expect(response).toMatchObject(refusal('invalid_request', name))
  })

  it.each<[Filter, Filter]>([
    [{ status: 'active,paused' }, { status: 'active' }],
    [{ health: 'none' }, { health: 'none,at_risk' }],
    [{ ownerUserId: 'me' }, { ownerUserId: 'none' }],
    [{ attention: 'overdue' }, { attention: 'at_risk' }],
    [{ updatedSince: moments[29] ?? '' }, { updatedSince: moments[28] ?? '' }],
    [{}, { updatedSince: moments[29] ?? '' }],
    [{}, { attention: 'overdue' }],
  ])('refuses a cursor of %j with %j', async (filter, other) => {
    const { body } = await browser('GET', `/v1/goals?${new URLSearchParams({ ...filter, limit: '1' })}`)
    const { nextCursor: cursor } = body as { nextCursor: string }
    const ask = (query: Filter) => browser('GET', `/v1/goals?${new URLSearchParams({ ...query, cursor })}`)
    expect(await ask(filter)).toMatchObject({ status: 200 })
    expect(await ask(other)).toMatchObject(refusal('invalid_cursor'))
  })

  it('accepts a cursor with the same values in another order, and in another view', async () => {
    const { body } = await browser('GET', '/v1/goals?status=active,paused&limit=1')
    const { nextCursor: cursor } = body as { nextCursor: string }
    for (const rest of ['status=paused,active', 'status=paused,active&view=summary']) {
      const response = await browser('GET', `/v1/goals?${rest}&${new URLSearchParams({ cursor })}`)
      expect(response.status).toBe(200)
    }
  })
})

describe('a token that sees only the goals of its owner', async () => {
  const { secret } = await createToken(member, ['goals:read'])
  const program: Send = (method, path) =>
    createSend(service)(method, path, { headers: { origin: undefined, ...bearer(secret) } })

  it.each([
    {},
    { status: 'active,paused,completed' },
    { health: 'none,at_risk' },
    { attention: 'due_soon' },
    { updatedSince: middle },
    { labelId: red },
    { labelId: red, attention: 'due_soon' },
    { ownerUserId: 'me' },
    { ownerUserId: member.userId },
  ] as Filter[])('lists only those with %j, whole and in pages', async (filter) => {
    const { ownerUserId: _, ...rest } = filter
    const found = await all(browser, { ...rest, ownerUserId: member.userId })
    // Only people watch goals.
    const mine = found.map(({ watching: _watching, ...goal }) => goal)
    expect(mine.length).toBeGreaterThan(0)
    expect(await all(program, filter)).toEqual(mine)
    expect(await all(program, filter, '2')).toEqual(mine)
  })

  it.each(['none', owner.userId])('lists nothing with ownerUserId=%s', async (ownerUserId) => {
    expect(await all(program, { ownerUserId })).toEqual([])
  })

  it('cannot use a cursor of somebody who sees more', async () => {
    const { body } = await browser('GET', '/v1/goals?limit=1')
    const { nextCursor } = body as { nextCursor: string }
    const response = await program('GET', `/v1/goals?${new URLSearchParams({ cursor: nextCursor })}`)
    expect(response).toMatchObject(refusal('invalid_cursor'))
  })
})

describe('the view “summary”', () => {
  const common = (goal: Goal | GoalSummary) => {
    const {
      detailedDescription: _description,
      criteria: _criteria,
      measures: _measures,
      handoff: _handoff,
      watching: _watching,
      continuedFromGoalId: _from,
      continuedByGoalIds: _by,
      ...rest
    } = goal as Goal
    return rest
  }

  it.each(filters.slice(0, 12))(
    'has the goals of the whole view in the same order with %j',
    async (filter) => {
      const whole = await all(browser, filter)
      const light = (await all(browser, { ...filter, view: 'summary' }, '7')) as unknown as GoalSummary[]
      expect(light).toEqual(
        whole.map((goal) => ({
          ...common(goal),
          criteriaCount: goal.criteria.length,
          criteriaMetCount: goal.criteria.filter(({ verdict }) => verdict?.result === 'met').length,
          criteriaConfirmedCount: goal.criteria.filter(({ confirmedBy }) => confirmedBy !== null).length,
          measuresCount: goal.measures.length,
          recentHealth: goal.revision === 1 ? [] : [goal.health],
          lastReport:
            goal.revision === 1
              ? null
              : {
                  revision: goal.revision,
                  summary: 'Half of it is done',
                  createdAt: goal.updatedAt,
                  authorityUserId: owner.userId,
                },
        })),
      )
    },
  )

  it('tells the health after each of the last 20 reports, oldest first', async () => {
    let goal = await publish(browser, { labelIds: [red] })
    for (let count = 1; count <= 22; count++) {
      const health = count === 3 || count === 21 ? 'off_track' : count > 10 ? 'at_risk' : undefined
      goal = await bringTo(browser, goal, {
        expectedRevision: count,
        idempotencyKey: `${count}`,
        ...(health && { health }),
      })
    }
    await bringTo(browser, goal, { expectedRevision: 23, idempotencyKey: 'last', status: 'completed' })
    const recentIn = async (query: string) => {
      const found = (await all(browser, {
        view: 'summary',
        ...(query && { labelId: query }),
      })) as unknown as GoalSummary[]
      return found.find(({ id }) => id === goal.id)?.recentHealth
    }
    const expectedHealth = [
      ...Array.from({ length: 7 }, () => 'off_track'),
      ...Array.from({ length: 10 }, () => 'at_risk'),
      'off_track',
      'at_risk',
      null,
    ]
    expect(await recentIn('')).toEqual(expectedHealth)
    expect(await recentIn(red)).toEqual(expectedHealth)
    await browser('DELETE', `/v1/goals/${goal.id}`)
  })

  it('has no text of the goal', async () => {
    const { text } = await browser('GET', '/v1/goals?view=summary')
    expect(text).not.toContain('All of it')
    expect(text).not.toContain('detailedDescription')
  })

  it('“full” is the default', async () => {
    const { text } = await browser('GET', '/v1/goals')
    expect((await browser('GET', '/v1/goals?view=full')).text).toBe(text)
  })
})
