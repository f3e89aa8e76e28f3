import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

// Without a stream: on one machine what follows from a change has happened for the next request.
const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const world = await createWorld(service)
const { owner, member } = world
const agent = programWith(service, await createToken(owner, undefined, { kind: 'agent', name: 'Planter' }))
const other = programWith(service, await createToken(owner, undefined, { kind: 'agent', name: 'Digger' }))

const goalOf = async (fields = {}) => ({ goalId: (await createGoal(owner, fields)).id })
const refused = (request: Promise<unknown>) =>
  request.then(
    () => 'done',
    (error) => error.addition,
  )

describe('a claim', () => {
  it('is shown with its holder, lease, run, address and note, and makes the goal not ready', async () => {
    const params = await goalOf()
    const { goal, claim } = await agent.claimGoal({
      params,
      body: { leaseSeconds: 60, runId: 'run 1', externalUrl: 'https://ci.example.com/1', note: 'Digging' },
    })
    expect(claim).toMatchObject({
      holder: { kind: 'agent', displayName: 'Planter', runId: 'run 1' },
      runId: 'run 1',
      externalUrl: 'https://ci.example.com/1',
      note: 'Digging',
      claimedAt: clock.timestamp,
      expiresAt: new Date(clock.read().getTime() + 60_000).toISOString(),
    })
    expect(goal).toMatchObject({ claim, ready: false, notReady: ['claimed'] })
    const { goals } = await member.api.listGoals({ query: { view: 'summary' } })
    expect(goals.find(({ id }) => id === params.goalId)?.claim).toEqual(claim)
    expect((await owner.api.listGoalClaims({})).claims).toContainEqual({
      goal: { id: params.goalId, title: goal.title },
      ...claim,
    })
    await agent.releaseGoalClaim({ params, query: { fence: claim.fence } })
    const after = (await owner.api.getGoal({ params })).goal
    expect(after).toMatchObject({ claim: null, ready: true, attention: [], version: goal.version })
  })

  it('is extended by the same run only; another run, and no run, is another holder', async () => {
    const params = await goalOf()
    const first = await agent.claimGoal({ params, body: { runId: 'a' } })
    clock.advance({ milliseconds: 1_000 })
    const again = await agent.claimGoal({ params, body: { runId: 'a', leaseSeconds: 120 } })
    expect(again.claim.fence).toBe(first.claim.fence)
    expect(again.claim.expiresAt).toBe(new Date(clock.read().getTime() + 120_000).toISOString())
    for (const claim of [
      () => agent.claimGoal({ params, body: { runId: 'b' } }),
      () => agent.claimGoal({ params, body: {} }),
      () => other.claimGoal({ params, body: { runId: 'a' } }),
      () => owner.api.claimGoal({ params, body: { runId: 'a' } }),
    ]) {
      expect(await refused(claim())).toMatchObject({ error: 'goal_claimed', claim: again.claim })
    }
    const plain = await goalOf()
    await agent.claimGoal({ params: plain, body: {} })
    expect(await outcomeOf(agent.claimGoal({ params: plain, body: {} }))).toBe('409 goal_claimed')
  })

  it('expires by the clock: then another takes the goal with a higher fence, and the old fence writes nothing', async () => {
    const params = await goalOf()
    const { claim: stale } = await agent.claimGoal({ params, body: { leaseSeconds: 60, runId: 'a' } })
    clock.advance({ milliseconds: 60_000 })
    expect((await owner.api.getGoal({ params })).goal).toMatchObject({
      claim: null,
      ready: true,
      attention: ['claim_expired'],
    })
    expect(await refused(agent.renewGoalClaim({ params, body: { fence: stale.fence } }))).toMatchObject({
      error: 'goal_claim_lost',
      claim: null,
    })
    const { claim } = await other.claimGoal({ params, body: { runId: 'a' } })
    expect(claim.fence).toBeGreaterThan(stale.fence)
    const late = reportOf('Late', { claimFence: stale.fence })
    expect(await refused(agent.createGoalUpdate({ params, body: late }))).toMatchObject({
      error: 'goal_claim_lost',
      claim,
      conflict: { revision: 1, version: 1, updates: [], edits: [] },
    })
    for (const write of [
      () => agent.createGoalUpdate({ params, body: reportOf('Without') }),
      () => agent.updateGoal({ params, body: { title: 'Mine' } }),
      () => agent.deleteGoal({ params }),
    ]) {
      expect(await outcomeOf(write())).toBe('409 goal_claimed')
    }
    expect(
      await outcomeOf(agent.updateGoal({ params, body: { title: 'Mine', claimFence: stale.fence } })),
    ).toBe('409 goal_claim_lost')
    // To anybody but the holder the fence is worth nothing.
    const stolen = reportOf('Stolen', { claimFence: claim.fence })
    expect(await outcomeOf(agent.createGoalUpdate({ params, body: stolen }))).toBe('409 goal_claim_lost')
    expect(await outcomeOf(owner.api.createGoalUpdate({ params, body: stolen }))).toBe('409 goal_claim_lost')
    expect((await owner.api.getGoal({ params })).goal.version).toBe(1)
  })

  it('lets its holder write with the fence, or a report with the run, and people always', async () => {
    const params = await goalOf()
    const { claim } = await agent.claimGoal({ params, body: { runId: 'a' } })
    await agent.createGoalUpdate({ params, body: reportOf('One', { claimFence: claim.fence }) })
    await agent.createGoalUpdate({ params, body: reportOf('Two', { runId: 'a', expectedRevision: 2 }) })
    expect(
      await outcomeOf(
        agent.createGoalUpdate({ params, body: reportOf('Three', { runId: 'b', expectedRevision: 3 }) }),
      ),
    ).toBe('409 goal_claimed')
    await agent.updateGoal({ params, body: { title: 'Dig', claimFence: claim.fence } })
    await owner.api.createGoalUpdate({ params, body: reportOf('A person', { expectedRevision: 3 }) })
    await owner.api.updateGoal({ params, body: { title: 'Plant' } })
    const { goal } = await owner.api.getGoal({ params })
    expect(goal).toMatchObject({ revision: 4, version: 6, claim: { fence: claim.fence } })
  })

  it('ends with a report on another status than active, which is an event', async () => {
    const params = await goalOf()
    const { claim } = await agent.claimGoal({ params, body: { runId: 'a' } })
    const body = reportOf('Done', { status: 'completed', claimFence: claim.fence })
    await agent.createGoalUpdate({ params, body })
    expect((await owner.api.getGoal({ params })).goal.claim).toBeNull()
    // Sent again, it is the first response.
    expect((await agent.createGoalUpdate({ params, body })).update.summary).toBe('Done')
    const { events } = await owner.api.listEvents({ query: { order: 'desc', limit: 4 } })
    expect(events.map(({ type, data }) => [type, data])).toEqual(
      expect.arrayContaining([
        ['goal.claimed', { fence: claim.fence, expiresAt: claim.expiresAt }],
        ['goal.claim_ended', { fence: claim.fence, reason: 'reported' }],
      ]),
    )
    const [report] = (await owner.api.listGoalUpdates({ params, query: { order: 'desc' } })).updates
    expect(report).not.toHaveProperty('claimFence')
  })

  it('is ended by the owner of the goal and by administrators without a fence, which the log tells', async () => {
    const params = await goalOf()
    const { claim } = await agent.claimGoal({ params, body: {} })
    const end = (caller: typeof member) => outcomeOf(caller.api.releaseGoalClaim({ params }))
    expect(await end(member)).toBe('403 permission_denied')
    expect(await outcomeOf(agent.releaseGoalClaim({ params }))).toBe('409 goal_claim_lost')
    expect(await outcomeOf(other.releaseGoalClaim({ params, query: { fence: claim.fence } }))).toBe(
      '409 goal_claim_lost',
    )
    // Entries of one millisecond are in no order.
    clock.advance({ milliseconds: 1 })
    expect(await end(world.admin)).toBe('ok')
    expect(await end(world.admin)).toBe('ok')
    expect(await outcomeOf(agent.releaseGoalClaim({ params, query: { fence: claim.fence } }))).toBe('ok')
    const { entries } = await owner.api.listAuditEntries({})
    expect(entries[0]).toMatchObject({
      action: 'goal.taken_back',
      target: { kind: 'goal', id: params.goalId },
    })
  })

  it('is refused for a goal that is not ready, with the reasons', async () => {
    const blocker = await createGoal(owner)
    const blocked = await goalOf({ blockedByGoalIds: [blocker.id] })
    expect(await refused(agent.claimGoal({ params: blocked, body: {} }))).toMatchObject({
      error: 'goal_not_ready',
      reasons: ['blocked'],
    })
    const parent = await goalOf()
    const child = await createGoal(owner, { parentGoalId: parent.goalId })
    expect(await refused(agent.claimGoal({ params: parent, body: {} }))).toMatchObject({
      reasons: ['subgoals'],
    })
    const closed = reportOf('Done', { status: 'completed' })
    await owner.api.createGoalUpdate({ params: { goalId: child.id }, body: closed })
    await owner.api.createGoalUpdate({ params: { goalId: blocker.id }, body: closed })
    await owner.api.createGoalUpdate({ params: parent, body: reportOf('Wait', { status: 'paused' }) })
    expect(await refused(agent.claimGoal({ params: parent, body: {} }))).toMatchObject({
      reasons: ['status'],
    })
    expect(await outcomeOf(agent.claimGoal({ params: blocked, body: {} }))).toBe('ok')
  })

  it('ends when its token is revoked', async () => {
    const params = await goalOf()
    const token = await createToken(owner, undefined, { kind: 'agent' })
    await programWith(service, token).claimGoal({ params, body: {} })
    await owner.api.revokeApiToken({ params: { tokenId: token.id } })
    expect((await owner.api.getGoal({ params })).goal).toMatchObject({ claim: null, attention: [] })
  })

  it('of a person shows the name of the person, and ends with the membership', async () => {
    const goal = await createGoal(member)
    const params = { goalId: goal.id }
    const { claim } = await member.api.claimGoal({ params, body: {} })
    expect(claim.holder).toMatchObject({ kind: 'user', id: member.userId, displayName: expect.any(String) })
    await owner.api.removeOrganizationMember({
      params: { userId: member.userId },
      body: { reassignGoalsTo: owner.userId },
    })
    expect((await owner.api.getGoal({ params })).goal.claim).toBeNull()
  })
})

describe('a hand-off', () => {
  it('is shown with its report until it is replaced or removed', async () => {
    const params = await goalOf()
    const { update } = await agent.createGoalUpdate({
      params,
      body: reportOf('One', { handoff: 'Floor 2 is counted.' }),
    })
    expect(update.handoff).toBe('Floor 2 is counted.')
    expect((await owner.api.getGoal({ params })).goal.handoff).toMatchObject({
      text: 'Floor 2 is counted.',
      revision: 2,
      createdAt: update.createdAt,
      actorName: 'Planter',
    })
    const { update: silent } = await agent.createGoalUpdate({
      params,
      body: reportOf('Two', { expectedRevision: 2 }),
    })
    expect(silent).not.toHaveProperty('handoff')
    const { goals } = await owner.api.listGoals({})
    const listed = goals.find(({ id }) => id === params.goalId)
    expect(listed).toMatchObject({ handoff: { revision: 2 } })
    await agent.createGoalUpdate({
      params,
      body: reportOf('Three', { expectedRevision: 3, handoff: null }),
    })
    expect((await owner.api.getGoal({ params })).goal.handoff).toBeNull()
  })
})

describe('a budget', () => {
  it('is set by people only', async () => {
    const params = await goalOf({ budget: { tokens: 10 } })
    for (const write of [
      () => agent.updateGoal({ params, body: { budget: { tokens: 20 } } }),
      () => agent.updateGoal({ params, body: { budget: null } }),
      () =>
        agent.createGoal({
          body: { detailedDescription: 'x', timeframe: { kind: 'continuous' }, budget: { seconds: 1 } },
        }),
    ]) {
      expect(await outcomeOf(write())).toBe('403 budget_requires_session')
    }
    const { goal } = await owner.api.updateGoal({ params, body: { budget: { tokens: 20, costMicros: 5 } } })
    expect(goal).toMatchObject({ budget: { tokens: 20, costMicros: 5 }, version: 2 })
    expect((await owner.api.updateGoal({ params, body: { budget: null } })).goal.budget).toBeNull()
  })
})
