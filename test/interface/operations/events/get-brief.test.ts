import type { GoalSummary } from '@cairn/contract'
import { rankGoals } from '@cairn/contract/goals/rank-goals'
import { describe, expect, it } from 'vitest'
import { allScopes, createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { createAppend, labelEvent, reported } from './support/append.ts'

const clock = createClock()
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
const organizationId = await join(ada, bob)
const append = createAppend(service, organizationId, clock)
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

/** A cursor behind everything that has happened. */
const now = async ({ api }: Browser) => (await api.getBrief()).cursor

const dayFromNow = (days: number) =>
  new Date(clock.read().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('the goals of a brief', () => {
  it('200s empty for somebody without goals', async () => {
    const eve = await signInAs('Eve')
    const { activeOrganizationId } = await eve.api.getOrganizationContext()
    expect(await eve.api.getBrief({ query: { since: await now(eve) } })).toEqual({
      asOf: clock.timestamp,
      organization: { id: activeOrganizationId, name: 'Eve' },
      questions: [],
      toReview: [],
      mentions: [],
      goals: [],
      moreGoals: false,
      goalsCursor: null,
      events: [],
      moreEvents: false,
      people: [],
      cursor: expect.any(String),
    })
  })

  it('200s with own active goals, most pressing first, as the list shows them, with the name of the owner', async () => {
    const label = await createLabel(ada, 'Forest')
    const deadline = (days: number) => ({ kind: 'deadline' as const, targetDate: dayFromNow(days) })
    const report = async (title: string, body: object) => {
      const { id } = await createGoal(ada, { title })
      await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf(title, body) })
    }
    await createGoal(ada, { title: 'fine' })
    await createGoal(ada, { title: 'report late', cadence: { everyDays: 1 } })
    await createGoal(ada, { title: 'overdue', timeframe: deadline(1), labelIds: [label] })
    clock.advance({ days: 3 })
    await report('at risk', { health: 'at_risk' })
    await report('off track', { health: 'off_track' })
    await report('paused', { status: 'paused', health: 'off_track' })
    await report('completed', { status: 'completed' })
    await createGoal(ada, { title: 'due soon', timeframe: deadline(14) })
    await createGoal(ada, { title: 'due later', timeframe: deadline(15) })
    await createGoal(bob, { title: "somebody else's" })
    await createGoal(ada, { title: "nobody's", ownerUserId: null })

    const { goals, moreGoals } = await ada.api.getBrief()
    expect(goals.map(({ title, attention }) => [title, ...attention])).toEqual([
      ['overdue', 'overdue'],
      ['report late', 'report_late'],
      ['off track', 'off_track'],
      ['at risk', 'at_risk'],
      ['due soon', 'due_soon'],
      ['due later'],
      ['fine'],
    ])
    expect(moreGoals).toBe(false)

    const query = { view: 'summary', status: 'active', ownerUserId: 'me' } as const
    const summaries = (await ada.api.listGoals({ query })).goals as GoalSummary[]
    expect(goals).toEqual(
      rankGoals(summaries).map((summary) => ({
        ...summary,
        labels: summary.labels.map(({ id, name, color }) => ({ id, name, color })),
        owner: { id: ada.userId, displayName: 'Ada' },
      })),
    )
    expect(goals[0]?.labels).toEqual([{ id: label, name: 'Forest', color: null }])
  })

  it('200s with 20 goals by default, and with as many as the limit says', async () => {
    for (let count = 0; count < 25; count++) await createGoal(bob, { title: `Goal ${count}` })
    // Without events, all of them fit.
    const since = await now(bob)
    const all = await bob.api.getBrief({ query: { since, limit: 100 } })
    expect([all.goals.length, all.moreGoals]).toEqual([26, false])
    const some = await bob.api.getBrief({ query: { since } })
    expect([ids(some.goals), some.moreGoals]).toEqual([ids(all.goals).slice(0, 20), true])
    const two = await bob.api.getBrief({ query: { since, limit: 2 } })
    expect([ids(two.goals), two.moreGoals]).toEqual([ids(all.goals).slice(0, 2), true])
  })
})

describe('the events of a brief', () => {
  it('200s with what happened behind a cursor, oldest first, and with nothing twice', async () => {
    const since = await now(ada)
    const goal = await createGoal(ada, { title: 'Plant trees' })
    const cursor = await now(ada)
    const appended = await append(
      reported(ada.userId, goal, 'Ten trees'),
      reported(bob.userId, goal, 'Two days late'),
      labelEvent(ada.userId, 'Oaks'),
    )
    const brief = await ada.api.getBrief({ query: { since: cursor } })
    expect(ids(brief.events)).toEqual(appended)
    expect(brief.moreEvents).toBe(false)
    expect(brief.events[1]).toEqual({
      id: appended[1],
      type: 'goal.reported',
      createdAt: clock.timestamp,
      actor: { kind: 'user', id: bob.userId, runId: null, displayName: 'Bob' },
      authorityUserId: bob.userId,
      goal: { id: goal.id, title: 'Plant trees' },
      data: reported(bob.userId, goal, 'Two days late').data,
    })
    expect(brief.people).toEqual([
      { id: ada.userId, displayName: 'Ada' },
      { id: bob.userId, displayName: 'Bob' },
    ])
    expect((await ada.api.getBrief({ query: { since } })).events.slice(-3)).toEqual(brief.events)
    const next = await ada.api.getBrief({ query: { since: brief.cursor } })
    expect([next.events, next.moreEvents]).toEqual([[], false])
    const [last] = await append(labelEvent(ada.userId, 'Elms'))
    expect(ids((await ada.api.getBrief({ query: { since: next.cursor } })).events)).toEqual([last])
  })

  it('200s page after page behind each cursor, and misses nothing', async () => {
    const since = await now(ada)
    const appended: string[] = []
    for (let count = 0; count < 9; count++) {
      appended.push(...(await append(...[1, 2, 3].map((part) => labelEvent(ada.userId, `${count}.${part}`)))))
    }
    for (const limit of [1, 4, 26, 27, 100]) {
      const seen: string[] = []
      let cursor = since
      for (let more = true; more; ) {
        const brief = await ada.api.getBrief({ query: { since: cursor, limit } })
        expect(brief.events.length).toBeLessThanOrEqual(limit)
        seen.push(...ids(brief.events))
        cursor = brief.cursor
        more = brief.moreEvents
      }
      expect(seen).toEqual(appended)
    }
  })

  it('takes and gives the cursors of the list of events', async () => {
    const since = await now(ada)
    const appended = await append(...[1, 2, 3].map((part) => labelEvent(ada.userId, `Shared ${part}`)))
    const page = await ada.api.listEvents({ query: { after: since, limit: 1 } })
    const brief = await ada.api.getBrief({ query: { since: page.cursor, limit: 1 } })
    const rest = await ada.api.listEvents({ query: { after: brief.cursor } })
    expect([...ids(page.events), ...ids(brief.events), ...ids(rest.events)]).toEqual(appended)
  })

  it('200s with the newest since a time, oldest first, and a cursor at the end', async () => {
    clock.advance({ days: 1 })
    await append(labelEvent(ada.userId, 'before'))
    clock.advance({ milliseconds: 1 })
    const since = clock.timestamp
    const appended = await append(...[1, 2, 3, 4].map((part) => labelEvent(ada.userId, `Timed ${part}`)))
    const all = await ada.api.getBrief({ query: { since } })
    expect([ids(all.events), all.moreEvents]).toEqual([appended, false])
    const newest = await ada.api.getBrief({ query: { since, limit: 3 } })
    expect([ids(newest.events), newest.moreEvents]).toEqual([appended.slice(1), true])
    for (const { cursor } of [all, newest]) {
      expect((await ada.api.getBrief({ query: { since: cursor } })).events).toEqual([])
    }
    // In any zone.
    const local = `${new Date(Date.parse(since) + 3_600_000).toISOString().slice(0, -1)}+01:00`
    expect((await ada.api.getBrief({ query: { since: local } })).events).toEqual(all.events)
    const future = await ada.api.getBrief({ query: { since: dayFromNow(10).concat('T00:00:00Z') } })
    expect([future.events, future.moreEvents]).toEqual([[], false])
    const [later] = await append(labelEvent(ada.userId, 'later'))
    expect(ids((await ada.api.getBrief({ query: { since: future.cursor } })).events)).toEqual([later])
  })

  it('names programs by their token, and says so if nobody knows who acted', async () => {
    const token = await createToken(bob, ['goals:read:all'])
    const since = await now(ada)
    await append(
      labelEvent({ tokenId: token.id, of: bob.userId }, 'by a program'),
      labelEvent({ tokenId: 'gone', of: bob.userId }, 'by a former program'),
      labelEvent('email:gone', 'by a former member'),
    )
    for (const { api } of [ada, { api: programWith(service, token) }]) {
      const { events, people } = await api.getBrief({ query: { since } })
      const names = events.map(({ actor }) => actor.displayName)
      expect(names).toEqual(['goals:read:all', 'Former program', 'Former member'])
      expect(people).toEqual([{ id: bob.userId, displayName: 'Bob' }])
    }
  })

  it.each([
    ['yesterday', 'invalid_cursor'],
    ['', 'invalid_cursor'],
    ['1700000000000', 'invalid_request'],
    ['2026-11-20', 'invalid_request'],
    ['2026-11-20T10:00:00', 'invalid_request'],
    ['2026-02-30T10:00:00Z', 'invalid_request'],
    ['20261120', 'invalid_request'],
    [`2026-11-${'A'.repeat(40)}`, 'invalid_cursor'],
    ['A'.repeat(70), 'invalid_cursor'],
    ['A'.repeat(1_001), 'invalid_request'],
  ] as const)('400s a `since` of %j with %s', async (since, code) => {
    const path = `/v1/brief?${new URLSearchParams({ since })}`
    const paths = code === 'invalid_request' ? ['since'] : []
    expect(await send('GET', path)).toMatchObject(refusal(code, ...paths))
  })

  it.each(['0', '101', '-1', '1.5', 'many', ''])('400s a limit of %j', async (limit) => {
    const path = `/v1/brief?${new URLSearchParams({ limit })}`
    expect(await send('GET', path)).toMatchObject(refusal('invalid_request', 'limit'))
  })

  it('200s without more if only pages follow whose events are older than the time', async () => {
    // Their pages are new, because the events have waited.
    const late = createAppend(service, organizationId, clock, 60_000)
    clock.advance({ days: 1 })
    for (let count = 0; count < 5; count++) await late(labelEvent(ada.userId, `late ${count}`))
    const since = new Date(clock.read().getTime() - 1_000).toISOString()
    const brief = await ada.api.getBrief({ query: { since, limit: 1 } })
    expect([brief.events, brief.moreEvents]).toEqual([[], false])
  })

  it('200s with the last 7 days by default, and at most 50 events', async () => {
    // A session does not last that long.
    const api = programWith(service, await createToken(ada, allScopes, { expiresInDays: 365 }))
    clock.advance({ days: 30 })
    const [old] = await append(labelEvent(ada.userId, 'old'))
    clock.advance({ days: 7 })
    expect(ids((await api.getBrief()).events)).toEqual([old])
    clock.advance({ milliseconds: 1 })
    expect((await api.getBrief()).events).toEqual([])
    const appended: string[] = []
    for (let count = 0; count < 60; count++) appended.push(...(await append(labelEvent(ada.userId, 'new'))))
    const brief = await api.getBrief()
    expect([ids(brief.events), brief.moreEvents]).toEqual([appended.slice(-50), true])
  })
})
