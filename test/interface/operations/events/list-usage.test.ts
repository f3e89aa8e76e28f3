import { createCairnClient } from '@cairn/client'
import { verifyHistory } from '@cairn/contract/goals/history-chain'
import type { ReportedUsage } from '@cairn/contract/schemas/goals/goal-work'
import { describe, expect, it } from 'vitest'
import { createToken, type Integration, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { type Browser, signInAgain } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock('2026-11-20T12:00:00.000Z')
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
await join(ada, bob)

const none = { inputTokens: 0, outputTokens: 0, seconds: 0, costMicros: 0, reports: 0 }
let reports = 0

/** Reports on a goal at its current revision. */
async function report(
  { api }: Pick<Browser, 'api'>,
  goalId: string,
  usage?: ReportedUsage,
  overrides: Parameters<typeof reportOf>[1] = {},
) {
  const { goal } = await ada.api.getGoal({ params: { goalId } })
  const body = reportOf(`Report ${++reports}`, { expectedRevision: goal.revision, usage, ...overrides })
  return api.createGoalUpdate({ params: { goalId }, body })
}

const program = ({ secret }: Pick<Integration, 'secret'>) => ({ api: programWith(service, { secret }) })
const usageOf = async (goalId: string) => (await ada.api.getGoal({ params: { goalId } })).goal.used

const owned = await createGoal(ada, { title: 'Plant trees' })
const bobs = await createGoal(bob, { title: 'Water trees' })
const gone = await createGoal(ada, { title: 'Fell trees' })
const agent = await createToken(ada, ['goals:read:all', 'goals:write:all'], {
  name: 'Night shift',
  kind: 'agent',
})

describe('a report', () => {
  it('201s with what it says it used, which counts for its goal, and counts once if it is sent again', async () => {
    const body = reportOf('First', { usage: { seconds: 30, inputTokens: 5 } })
    const params = { goalId: owned.id }
    const { update } = await program(agent).api.createGoalUpdate({ params, body })
    expect(update.usage).toEqual({ inputTokens: 5, seconds: 30 })
    expect(await program(agent).api.createGoalUpdate({ params, body })).toEqual({ update })
    expect(await usageOf(owned.id)).toEqual({ ...none, inputTokens: 5, seconds: 30, reports: 1 })
    const [entry] = (await ada.api.listGoalUpdates({ params, query: { order: 'desc' } })).updates
    expect(entry).toEqual(update)
  })

  it('has its usage in the hash of its entry, which a client verifies', async () => {
    const client = createCairnClient({ origin: service.origin, token: agent.secret })
    expect(await client.verify(owned.id)).toMatchObject({ entries: 2, problems: [] })
    const params = { goalId: owned.id }
    const { goal } = await ada.api.getGoal({ params })
    const { updates } = await ada.api.listGoalUpdates({ params })
    const altered = updates.map((entry) => ({ ...entry, ...(entry.usage && { usage: { seconds: 31 } }) }))
    expect(await verifyHistory(goal, altered)).not.toEqual([])
  })

  it('409s with another usage under the same key', async () => {
    const body = reportOf('First', { usage: { seconds: 31, inputTokens: 5 } })
    const again = program(agent).api.createGoalUpdate({ params: { goalId: owned.id }, body })
    await expect(again).rejects.toMatchObject({ code: 'goal_update_idempotency_conflict' })
  })

  it('counts only if it says what it used', async () => {
    expect((await report(program(agent), owned.id)).update).not.toHaveProperty('usage')
    await report(ada, owned.id)
    expect(await usageOf(owned.id)).toMatchObject({ seconds: 30, reports: 1 })
    await report(ada, owned.id, {})
    expect(await usageOf(owned.id)).toMatchObject({ seconds: 30, reports: 2 })
  })

  it.each([
    [{ seconds: -1 }, 'usage.seconds'],
    [{ seconds: 0.5 }, 'usage.seconds'],
    [{ costMicros: 1_000_000_000_001 }, 'usage.costMicros'],
    [{ hours: 1 }, 'usage.hours'],
  ])('400s with usage %j', async (usage, path) => {
    const body = { ...reportOf('Refused'), usage }
    const refused = await send('POST', `/v1/goals/${owned.id}/updates`, { body })
    expect(refused).toMatchObject(refusal('invalid_request', path))
  })
})

describe('usage', () => {
  it('is summed up by goal, also of goals that were deleted', async () => {
    await report(program(agent), bobs.id, { outputTokens: 7 })
    clock.advance({ days: 1 })
    await report(program(agent), bobs.id, { outputTokens: 8 }, { runId: 'night 2' })
    await report(bob, bobs.id, { costMicros: 1 })
    await report(program(agent), gone.id, { costMicros: 2_500_000 })
    await ada.api.deleteGoal({ params: { goalId: gone.id } })
    const expected = [
      {
        goal: { id: owned.id, title: 'Plant trees' },
        used: { ...none, inputTokens: 5, seconds: 30, reports: 2 },
      },
      {
        goal: { id: bobs.id, title: 'Water trees' },
        used: { ...none, outputTokens: 15, costMicros: 1, reports: 3 },
      },
      { goal: { id: gone.id, title: null }, used: { ...none, costMicros: 2_500_000, reports: 1 } },
    ].sort((one, other) => (one.goal.id < other.goal.id ? -1 : 1))
    expect(await ada.api.listUsage()).toEqual({ usage: expected, nextCursor: null })
    const pages = await collect(
      (cursor) => ada.api.listUsage({ query: { limit: 1, cursor } }),
      ({ usage }) => usage,
    )
    expect(pages).toEqual(expected)
  })

  it('is summed up by actor, whatever the run', async () => {
    const expected = [
      {
        actor: { kind: 'agent', id: agent.id, runId: null, displayName: 'Night shift' },
        used: { inputTokens: 5, outputTokens: 15, seconds: 30, costMicros: 2_500_000, reports: 4 },
      },
      {
        actor: { kind: 'user', id: ada.userId, runId: null, displayName: 'Ada' },
        used: { ...none, reports: 1 },
      },
      {
        actor: { kind: 'user', id: bob.userId, runId: null, displayName: 'Bob' },
        used: { ...none, costMicros: 1, reports: 1 },
      },
    ]
    const { usage } = await ada.api.listUsage({ query: { by: 'actor' } })
    expect(usage).toHaveLength(3)
    expect(usage).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    [{ since: '2026-11-20', until: '2026-11-20' }, 7],
    [{ since: '2026-11-21' }, 8],
    [{ until: '2026-11-20' }, 7],
    [{ since: '2026-11-01', until: '2027-11-01' }, 15],
    [{ until: '2026-11-19' }, undefined],
    [{ since: '2020-01-01', until: '2020-12-31' }, undefined],
  ])('of the days %j has both ends', async (query, outputTokens) => {
    const { usage } = await ada.api.listUsage({ query })
    expect(usage.find(({ goal }) => goal?.id === bobs.id)?.used.outputTokens).toBe(outputTokens)
  })

  it.each([
    ['since=2026-11-21&until=2026-11-20', 'since'],
    ['since=2025-11-20&until=2026-11-21', 'since'],
    ['since=2026-11-31', 'since'],
    ['until=2026-11-20T00:00:00Z', 'until'],
    ['by=label', 'by'],
  ])('400s with %s', async (query, path) => {
    expect(await send('GET', `/v1/usage?${query}`)).toMatchObject(refusal('invalid_request', path))
  })

  it('200s with 366 days, and keeps the days of the first page', async () => {
    const query = { since: '2025-11-21', until: '2026-11-21' }
    expect((await ada.api.listUsage({ query })).usage).toHaveLength(3)
    const { nextCursor } = await ada.api.listUsage({ query: { limit: 1 } })
    clock.advance({ days: 7 })
    const rest = await ada.api.listUsage({ query: { cursor: nextCursor ?? '' } })
    expect(rest.usage).toHaveLength(2)
    clock.advance({ days: -7 })
  })

  it('400s with a cursor of other days', async () => {
    const { nextCursor } = await ada.api.listUsage({ query: { limit: 1 } })
    const other = await send('GET', `/v1/usage?by=actor&cursor=${nextCursor}`)
    expect(other).toMatchObject(refusal('invalid_cursor'))
  })
})

describe('sight', () => {
  const seenBy = async ({ api }: Pick<Browser, 'api'>) => {
    const { usage } = await api.listUsage()
    return usage.map(({ goal }) => goal?.title).sort()
  }

  it('a member gets what the goals used that they own now, by goal and by actor', async () => {
    expect(await seenBy(bob)).toEqual(['Water trees'])
    const { usage } = await bob.api.listUsage({ query: { by: 'actor' } })
    expect(usage.map(({ actor, used }) => [actor?.displayName, used.reports]).sort()).toEqual([
      ['Bob', 1],
      ['Night shift', 2],
    ])
    await ada.api.updateGoal({ params: { goalId: bobs.id }, body: { ownerUserId: ada.userId } })
    expect(await seenBy(bob)).toEqual([])
    await ada.api.updateGoal({ params: { goalId: bobs.id }, body: { ownerUserId: bob.userId } })
  })

  it('a token gets what its user gets, as far as its scopes and goals go', async () => {
    const all = ['Plant trees', 'Water trees', null].sort()
    expect(await seenBy(program(agent))).toEqual(all)
    expect(await seenBy(program(await createToken(ada, ['goals:read'])))).toEqual(['Plant trees'])
    const limited = await createToken(ada, ['goals:read:all'], { goalIds: [bobs.id] })
    expect(await seenBy(program(limited))).toEqual(['Water trees'])
    expect(await seenBy(program(await createToken(bob, ['goals:read:all'])))).toEqual(['Water trees'])
    const foreign = await createToken(bob, ['goals:read:all'], { goalIds: [owned.id] })
    expect(await seenBy(program(foreign))).toEqual([])
  })

  it('another organization gets nothing', async () => {
    expect(await seenBy(await signInAs('Sam'))).toEqual([])
  })
})

describe('a budget', () => {
  const attention = async (goalId: string) => (await ada.api.getGoal({ params: { goalId } })).goal.attention

  it.each([
    [{ tokens: 10 }, { inputTokens: 4, outputTokens: 6 }],
    [{ seconds: 60 }, { seconds: 60 }],
    [{ costMicros: 5 }, { costMicros: 6 }],
  ])('of %j needs attention once it is used, until it is raised', async (budget, usage) => {
    const { id: goalId } = await createGoal(ada, { budget })
    await report(program(agent), goalId, { seconds: 1 })
    expect(await attention(goalId)).toEqual([])
    await report(program(agent), goalId, usage)
    expect(await attention(goalId)).toEqual(['budget_used'])
    const listed = await ada.api.listGoals({ query: { attention: 'budget_used' } })
    expect(listed.goals.map(({ id }) => id)).toEqual([goalId])
    const raised = Object.fromEntries(Object.entries(budget).map(([name, limit]) => [name, limit * 2]))
    const { goal } = await ada.api.updateGoal({ params: { goalId }, body: { budget: raised } })
    expect(goal.attention).toEqual([])
    expect((await ada.api.listGoals({ query: { attention: 'budget_used' } })).goals).toEqual([])
  })

  it('stops nobody', async () => {
    const { id: goalId } = await createGoal(ada, { budget: { seconds: 1 } })
    await report(program(agent), goalId, { seconds: 5 })
    expect((await report(program(agent), goalId, { seconds: 5 })).update.revision).toBe(3)
    await ada.api.updateGoal({ params: { goalId }, body: { budget: null } })
    expect(await attention(goalId)).toEqual([])
  })
})

it('is kept for two years', async () => {
  const wateredWith = async () => {
    const again = await signInAgain(service, { email: ada.email, displayName: 'Ada' })
    const { usage } = await again.api.listUsage({ query: { since: '2026-11-20', until: '2026-11-21' } })
    return usage.find(({ goal }) => goal?.id === bobs.id)?.used.outputTokens
  }
  clock.advance({ days: 731 })
  expect(await wateredWith()).toBe(15)
  clock.advance({ days: 1 })
  expect(await wateredWith()).toBe(8)
})

it('leaves a sound table', () => expectSoundTable(service.table.database))
