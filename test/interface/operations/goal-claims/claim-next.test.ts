import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { newcomer } from '../../../support/people/sessions.ts'
import { createWorld } from '../../../support/people/world.ts'
import { allAtOnce, outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

// Without a stream: on one machine what follows from a change has happened for the next request.
const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))

const day = (days: number) => new Date(clock.read().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const due = (days: number) => ({ timeframe: { kind: 'deadline', targetDate: day(days) } as const })

async function start() {
  const world = await createWorld(service, (at, name) => newcomer(at, name, clock.read()))
  const agent = programWith(service, await createToken(world.owner, undefined, { kind: 'agent' }))
  return { ...world, agent }
}

describe('claim-next', () => {
  it('takes the most pressing goal that is ready, then the next, then none', async () => {
    const { owner, agent } = await start()
    const soon = await createGoal(owner, due(3))
    const overdue = await createGoal(owner, due(-2))
    const blocked = await createGoal(owner, { ...due(-9), blockedByGoalIds: [soon.id] })
    const later = await createGoal(owner, due(90))
    const taken = []
    for (let run = 0; run < 3; run++) {
      const { goal, claim } = await agent.claimNextGoal({ body: { runId: `run ${run}` } })
      expect(goal?.claim).toEqual(claim)
      taken.push(goal?.id)
    }
    expect(taken).toEqual([overdue.id, soon.id, later.id])
    const none = await agent.claimNextGoal({ body: { runId: 'run 3', leaseSeconds: 60 } })
    expect(none).toEqual({ goal: null, retryAfterSeconds: 60 })
    const body = reportOf('Done', { status: 'completed', runId: 'run 1' })
    await agent.createGoalUpdate({ params: { goalId: soon.id }, body })
    const { goal } = await agent.claimNextGoal({ body: { runId: 'run 3' } })
    expect(goal?.id).toBe(blocked.id)
  })

  it('gives the same run its goal again, also when it asks twice at once', async () => {
    const { owner, agent } = await start()
    await createGoal(owner)
    await createGoal(owner)
    const responses = await allAtOnce(6, () => agent.claimNextGoal({ body: { runId: 'one' } }))
    const goals = new Set(responses.map(({ body }) => `${body?.goal?.id} ${body?.claim?.fence}`))
    expect(goals.size).toBe(1)
    expect((await agent.listGoalClaims({})).claims).toHaveLength(1)
    // After its end, the run gets another one.
    const [{ body } = { body: undefined }] = responses
    const params = { goalId: body?.goal?.id ?? '' }
    await agent.createGoalUpdate({ params, body: reportOf('Done', { status: 'completed', runId: 'one' }) })
    const next = await agent.claimNextGoal({ body: { runId: 'one' } })
    expect(next.goal?.id).not.toBe(params.goalId)
  })

  it('gives 30 at once 30 different goals, the 30 most pressing', async () => {
    const { owner, agent } = await start()
    const ids: string[] = []
    for (let index = 0; index < 34; index++) ids.push((await createGoal(owner, due(20 + index))).id)
    const responses = await allAtOnce(30, (index) => agent.claimNextGoal({ body: { runId: `run ${index}` } }))
    expect(responses.map(({ body }) => body?.goal?.id).toSorted()).toEqual(ids.slice(0, 30).toSorted())
  })

  it('takes goals anywhere below a parent, of a label, of an owner, and by words', async () => {
    const { owner, member, agent } = await start()
    const label = await createLabel(owner, 'Forest')
    const top = await createGoal(owner)
    const middle = await createGoal(owner, { parentGoalId: top.id })
    const leaf = await createGoal(owner, { parentGoalId: middle.id })
    const labeled = await createGoal(owner, { labelIds: [label] })
    const theirs = await createGoal(member)
    const named = await createGoal(owner, { title: 'Count the owls' })
    const next = async (body: object) => (await agent.claimNextGoal({ body })).goal?.id
    expect(await next({ parentGoalId: top.id })).toBe(leaf.id)
    expect(await next({ parentGoalId: top.id })).toBeUndefined()
    expect(await next({ labelId: label })).toBe(labeled.id)
    expect(await next({ ownerUserId: member.userId })).toBe(theirs.id)
    expect(await next({ q: 'owls' })).toBe(named.id)
    expect(await outcomeOf(agent.claimNextGoal({ body: { parentGoalId: owner.organizationId } }))).toBe(
      '404 goal_not_found',
    )
  })

  it('takes only goals that the caller may write', async () => {
    const { owner, member } = await start()
    const goal = await createGoal(owner)
    const own = await createGoal(member)
    const limited = programWith(service, await createToken(owner, undefined, { goalIds: [goal.id] }))
    expect((await member.api.claimNextGoal({ body: {} })).goal?.id).toBe(own.id)
    expect((await member.api.claimNextGoal({ body: {} })).goal).toBeNull()
    expect((await limited.claimNextGoal({ body: {} })).goal?.id).toBe(goal.id)
    expect((await limited.claimNextGoal({ body: {} })).goal).toBeNull()
  })
})
