import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { owner, admin, member, colleague, stranger } = await createWorld(service)
const { database } = service.table
const send = createSend(service, owner)

afterAll(async () => {
  await expectSoundTable(database)
})

const newGoalOf = async (somebody: Browser, fields = {}) => (await createGoal(somebody, fields)).id
const ask = ({ api }: Browser, goalId: string) => api.requestReport({ params: { goalId } })

async function eventsSince(cursor: string) {
  return (await owner.api.listEvents({ query: { after: cursor } })).events
}

describe('asking for a report', () => {
  it('201s, and records who is asked by whom', async () => {
    const goalId = await newGoalOf(member, { title: 'Plant trees' })
    const { cursor } = await owner.api.listEvents()
    const reportRequest = {
      goalId,
      ownerUserId: member.userId,
      requestedByUserId: colleague.userId,
      createdAt: clock.timestamp,
    }
    expect(await ask(colleague, goalId)).toEqual({ reportRequest })
    expect(await eventsSince(cursor)).toMatchObject([
      {
        type: 'report.requested',
        createdAt: clock.timestamp,
        actor: { kind: 'user', id: colleague.userId },
        authorityUserId: colleague.userId,
        goal: { id: goalId, title: 'Plant trees' },
        data: { ownerUserId: member.userId },
      },
    ])
  })

  it('changes no version of the goal', async () => {
    const goalId = await newGoalOf(member)
    const before = await owner.api.getGoal({ params: { goalId } })
    await ask(owner, goalId)
    expect(await owner.api.getGoal({ params: { goalId } })).toEqual(before)
  })

  it('is possible once in 24 hours for each person and goal', async () => {
    const goalId = await newGoalOf(member)
    await ask(owner, goalId)
    expect(await outcomeOf(ask(owner, goalId))).toBe('409 report_already_requested')
    await ask(admin, goalId)
    await ask(owner, await newGoalOf(member))
    clock.advance({ milliseconds: 24 * 3_600_000 - 1 })
    expect(await outcomeOf(ask(owner, goalId))).toBe('409 report_already_requested')
    clock.advance({ milliseconds: 1 })
    await ask(owner, goalId)
    expect(await outcomeOf(ask(owner, goalId))).toBe('409 report_already_requested')
  })

  it('is possible about a paused goal', async () => {
    const goalId = await newGoalOf(member)
    await member.api.createGoalUpdate({
      params: { goalId },
      body: reportOf('Winter', { status: 'paused', health: null }),
    })
    expect(await outcomeOf(ask(owner, goalId))).toBe('ok')
  })

  it.each(['completed', 'archived'] as const)('409s about a goal that is %s', async (status) => {
    const goalId = await newGoalOf(member)
    await member.api.createGoalUpdate({
      params: { goalId },
      body: reportOf('Done', { status, health: null }),
    })
    expect(await outcomeOf(ask(owner, goalId))).toBe('409 goal_closed')
  })

  it('403s about an own goal', async () => {
    expect(await outcomeOf(ask(member, await newGoalOf(member)))).toBe('403 report_request_own_goal')
  })

  it('409s if nobody owns the goal', async () => {
    expect(await outcomeOf(ask(admin, await newGoalOf(owner, { ownerUserId: null })))).toBe(
      '409 goal_has_no_owner',
    )
  })

  it('404s about a goal of another organization, and about none', async () => {
    expect(await outcomeOf(ask(stranger, await newGoalOf(member)))).toBe('404 goal_not_found')
    expect(await outcomeOf(ask(owner, 'nothing'))).toBe('404 goal_not_found')
    const goalId = await newGoalOf(member)
    await member.api.deleteGoal({ params: { goalId } })
    expect(await outcomeOf(ask(owner, goalId))).toBe('404 goal_not_found')
  })

  it('takes no token, and no body', async () => {
    const goalId = await newGoalOf(member)
    const program = programWith(service, await createToken(owner, ['goals:read:all', 'goals:write:all']))
    expect(await outcomeOf(program.requestReport({ params: { goalId } }))).toBe('401 unauthorized')
    const response = await send('POST', `/v1/goals/${goalId}/report-requests`, { body: { text: 'Now!' } })
    expect(response).toMatchObject(refusal('invalid_request'))
  })
})

describe('many requests at once', () => {
  it('ask once for each person', async () => {
    const goalId = await newGoalOf(member)
    const { cursor } = await owner.api.listEvents()
    const people = [owner, admin, colleague]
    const responses = await allAtOnce(15, (index) => ask(people[index % 3] ?? owner, goalId))
    expect(tally(responses)).toEqual({ ok: 3, '409 report_already_requested': 12 })
    const by = (await eventsSince(cursor)).map(({ authorityUserId }) => authorityUserId)
    expect(by.toSorted()).toEqual(people.map(({ userId }) => userId).toSorted())
  })

  it('with the same idempotency key get the same answer', async () => {
    const goalId = await newGoalOf(member)
    const { cursor } = await owner.api.listEvents()
    const responses = await allAtOnce(5, () =>
      send('POST', `/v1/goals/${goalId}/report-requests`, {
        body: {},
        headers: { 'idempotency-key': 'one' },
      }),
    )
    const texts = responses.map((response) => ('body' in response ? response.body : response))
    expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(1)
    expect(await eventsSince(cursor)).toHaveLength(1)
  })

  it('find the goal as it is, or not at all, while it is deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const goalId = await newGoalOf(member)
      const [asked] = await Promise.all([
        outcomeOf(ask(owner, goalId)),
        member.api.deleteGoal({ params: { goalId } }),
      ])
      expect(['ok', '404 goal_not_found']).toContain(asked)
    }
    await expect
      .poll(async () => {
        const { goalReportRequest, goalRow } = await readTable(database)
        const goals = new Set(goalRow.map(({ goalKey }) => goalKey))
        return goalReportRequest.filter(({ goalKey }) => !goals.has(goalKey))
      })
      .toEqual([])
  })
})

it('409s if the owner of the goal has left, until the goal is given away', async () => {
  const goalId = await newGoalOf(owner, { ownerUserId: colleague.userId })
  await removeMember(service, colleague.userId, owner.organizationId)
  expect(await outcomeOf(ask(admin, goalId))).toBe('409 goal_has_no_owner')
})
