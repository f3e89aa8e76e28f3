import { attentionReasons } from '@cairn/contract/goals/goal-words'
import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import type { GoalCounts } from '@cairn/contract/schemas/goals/goals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'

type Query = NonNullable<OperationRequest<typeof operations.countGoals>['query']>

const clock = createClock('2026-11-20T10:00:00.000Z')
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
await join(ada, bob)

const countsOf = ({ api }: Pick<Browser, 'api'>, query: Query = {}) => api.countGoals({ query })

/** Returns the counts of the list with the same filters. */
async function recount({ api }: Pick<Browser, 'api'>, query: Query = {}): Promise<GoalCounts> {
  const goals = await collect(
    (cursor) => api.listGoals({ query: { ...query, view: 'summary', cursor } }),
    (page) => page.goals,
  )
  const number = <Name extends string>(
    names: readonly Name[],
    has: (goal: (typeof goals)[number], name: Name) => boolean,
  ) => Object.fromEntries(names.map((name) => [name, goals.filter((goal) => has(goal, name)).length]))
  return {
    total: goals.length,
    more: false,
    byStatus: number(['active', 'paused', 'completed', 'archived'], ({ status }, name) => status === name),
    byHealth: number(
      ['on_track', 'at_risk', 'off_track', 'none'],
      ({ health }, name) => (health ?? 'none') === name,
    ),
    byAttention: number(attentionReasons, ({ attention }, name) => attention.includes(name)),
  } as GoalCounts
}

const late = await createGoal(ada, { title: 'Plant trees', cadence: { everyDays: 1 } })
const done = await createGoal(ada, { title: 'Sell the car' })
const risky = await createGoal(bob, { timeframe: { kind: 'deadline', targetDate: '2026-11-25' } })
await createGoal(ada, { ownerUserId: null, labelIds: [await createLabel(ada, 'Trees')] })
await ada.api.createGoalUpdate({
  params: { goalId: done.id },
  body: reportOf('Sold', { status: 'completed' }),
})
await bob.api.createGoalUpdate({
  params: { goalId: risky.id },
  body: reportOf('Slow', { health: 'at_risk' }),
})
clock.advance({ days: 2 })

describe('counting goals', () => {
  it('200s with the numbers by status, health and reason', async () => {
    expect(await countsOf(ada)).toEqual({
      total: 4,
      more: false,
      byStatus: { active: 3, paused: 0, completed: 1, archived: 0 },
      byHealth: { on_track: 0, at_risk: 1, off_track: 0, none: 3 },
      byAttention: {
        question_open: 0,
        overdue: 0,
        report_late: 1,
        off_track: 0,
        claim_expired: 0,
        budget_used: 0,
        review_requested: 0,
        at_risk: 1,
        due_soon: 1,
        criteria_not_met: 0,
      },
    })
  })

  it('200s with zeros in an organization without goals', async () => {
    const cleo = await signInAs('Cleo')
    expect(await countsOf(cleo)).toEqual(await recount(cleo))
    expect((await countsOf(cleo)).total).toBe(0)
  })

  it.each([
    { status: 'active' },
    { status: 'paused,completed' },
    { health: 'none,off_track' },
    { status: 'active', health: 'at_risk' },
    { ownerUserId: 'me' },
    { ownerUserId: 'none' },
    { attention: 'report_late' },
    { status: 'completed', attention: 'report_late' },
    { updatedSince: '2026-11-21T00:00:00Z' },
    { q: 'plant' },
    { q: 'pla tre' },
    { q: 'nowhere' },
  ])('says with the filters %j what the list with them shows', async (query: Query) => {
    expect(await countsOf(ada, query)).toEqual(await recount(ada, query))
  })

  it('counts the goals of a label', async () => {
    const [label] = (await ada.api.listGoalLabels()).labels
    expect((await countsOf(ada, { labelId: label?.id })).total).toBe(1)
  })

  it('counts for a token only what it sees', async () => {
    const own = programWith(service, await createToken(bob, ['goals:read']))
    expect(await countsOf({ api: own })).toEqual(await recount({ api: own }))
    expect((await countsOf({ api: own })).total).toBe(1)
    expect((await countsOf({ api: own }, { ownerUserId: ada.userId })).total).toBe(0)
    const bound = await createToken(ada, ['goals:read:all'], {
      kind: 'agent',
      name: 'Bot',
      goalIds: [late.id, done.id],
    })
    const limited = programWith(service, bound)
    expect(await countsOf({ api: limited })).toEqual(await recount({ api: limited }))
    expect((await countsOf({ api: limited })).total).toBe(2)
    const all = programWith(service, await createToken(ada, ['goals:read:all']))
    expect((await countsOf({ api: all })).total).toBe(4)
  })

  it.each([
    ['view=summary', 'view'],
    ['limit=5', 'limit'],
    ['status=active&status=paused', 'status'],
    ['status=open', 'status'],
    ['q=', 'q'],
  ])('400s %s', async (query, detail) => {
    expect(await send('GET', `/v1/goals/counts?${query}`)).toMatchObject(refusal('invalid_request', detail))
  })
})

describe('numbers stay true', () => {
  type Change = {
    kind: 'publish' | 'report' | 'edit' | 'delete'
    which: number
    status: number
    health: number
  }
  const statuses = ['active', 'paused', 'completed', 'archived'] as const
  const healths = [undefined, 'on_track', 'at_risk', 'off_track'] as const

  async function apply(person: Browser, { kind, which, status, health }: Change): Promise<void> {
    const { api } = person
    if (kind === 'publish') return void (await createGoal(person))
    const { goals } = await api.listGoals({ query: { view: 'summary' } })
    const goal = goals[which % Math.max(1, goals.length)]
    if (!goal) return
    const params = { goalId: goal.id }
    // Somebody else may have been faster.
    const ignore = () => undefined
    if (kind === 'delete') return void (await api.deleteGoal({ params }).catch(ignore))
    if (kind === 'edit')
      return void (await api.updateGoal({ params, body: { title: `Goal ${which}` } }).catch(ignore))
    const now = statuses[status % statuses.length] ?? 'active'
    const isOpen = now === 'active' || now === 'paused'
    const reported = isOpen ? healths[health % healths.length] : undefined
    const body = reportOf(`${which}.${status}.${health}.${goal.revision}`, {
      status: now,
      expectedRevision: goal.revision,
      ...(reported && { health: reported }),
    })
    await api.createGoalUpdate({ params, body }).catch(ignore)
  }

  it('after changes of every kind, several at once', async () => {
    let runs = 0
    const change = fc.record({
      kind: fc.constantFrom('publish', 'report', 'report', 'edit', 'delete'),
      which: fc.nat({ max: 9 }),
      status: fc.nat({ max: 3 }),
      health: fc.nat({ max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 5 }), async (rounds) => {
        const person = await signInAs(`Person-${runs++}`)
        for (const changes of rounds) await Promise.all(changes.map((one) => apply(person, one as Change)))
        expect(await countsOf(person)).toEqual(await recount(person))
      }),
      { numRuns: 15 },
    )
  })
})
