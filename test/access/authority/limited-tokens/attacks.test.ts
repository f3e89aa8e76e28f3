import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  allScopes,
  bearer,
  createToken,
  type Integration,
  programWith,
} from '../../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/** How somebody would try to reach more than the goals of a token. */

const world = await createWorld(stopAfterFile(await startTestService()))
const { service, owner, member, stranger } = world
const send = createSend(service)
const as = ({ secret }: Pick<Integration, 'secret'>) => {
  const headers = { origin: undefined, ...bearer(secret) }
  return (method: string, path: string, body?: object) =>
    send(method, path, { ...(body && { body }), headers })
}

const first = await createGoal(owner, { title: 'First' })
const second = await createGoal(owner, { title: 'Second' })
const hidden = await createGoal(owner, { title: 'Hidden' })
const foreign = await createGoal(stranger, { title: 'Of a stranger' })
const goalIds = [first.id, second.id]
const limited = await createToken(owner, allScopes, { goalIds })
const whole = await createToken(owner)
const invalidCursor = refusal('invalid_cursor')

describe('a cursor', () => {
  const pageOf = async (token: Integration) => {
    const { body } = await as(token)('GET', '/v1/goals?limit=1')
    return (body as { nextCursor: string }).nextCursor
  }
  const next = (token: Integration, cursor: string) => as(token)('GET', `/v1/goals?limit=1&cursor=${cursor}`)

  it('of another token opens only with the same goals', async () => {
    const fewer = await createToken(owner, allScopes, { goalIds: [first.id] })
    const other = await createToken(owner, allScopes, { goalIds: [first.id, hidden.id] })
    const same = await createToken(owner, allScopes, { goalIds: goalIds.toReversed() })
    const [ofWhole, ofLimited, ofOther] = await Promise.all([whole, limited, other].map(pageOf))
    expect(await next(limited, ofWhole ?? '')).toMatchObject(invalidCursor)
    expect(await next(limited, ofOther ?? '')).toMatchObject(invalidCursor)
    expect(await next(whole, ofLimited ?? '')).toMatchObject(invalidCursor)
    expect(await next(fewer, ofLimited ?? '')).toMatchObject(invalidCursor)
    expect(await next(same, ofLimited ?? '')).toMatchObject({
      status: 200,
      body: { goals: [{ id: first.id }] },
    })
  })

  it('of a feed is a position only: it opens, and shows events of the goals of the token', async () => {
    const { cursor } = await programWith(service, whole).listEvents({ query: { limit: 1 } })
    const { events } = await programWith(service, limited).listEvents({ query: { after: cursor } })
    expect(new Set(events.map(({ goal }) => goal?.id))).toEqual(new Set(goalIds))
    const brief = await programWith(service, limited).getBrief({ query: { since: cursor } })
    expect(new Set(brief.events.map(({ goal }) => goal?.id))).toEqual(new Set(goalIds))
    expect(brief.people).toEqual([{ id: owner.userId, displayName: 'Ada' }])
  })
})

describe('the id of a goal that is not of the token', () => {
  const requests = (id: string) =>
    [
      ['GET', `/v1/goals/${id}`],
      ['GET', `/v1/goals/${id}/updates`],
      ['GET', `/v1/goals/${id}/edits`],
      ['PATCH', `/v1/goals/${id}`, { title: 'Mine' }],
      ['PATCH', `/v1/goals/${id}`, { title: 'Mine', expectedVersion: 7 }],
      ['PATCH', `/v1/goals/${id}`, { labelIds: [unknownId] }],
      ['PATCH', `/v1/goals/${id}`, { ownerUserId: 'email:nobody' }],
      ['POST', `/v1/goals/${id}/updates`, reportOf('Mine')],
      ['POST', `/v1/goals/${id}/updates`, reportOf('Mine', { expectedRevision: 7 })],
      ['POST', `/v1/goals/${id}/updates`, reportOf('Goal published', { idempotencyKey: 'goal-published' })],
      ['DELETE', `/v1/goals/${id}`],
    ] as const

  it('404s alike whether it exists, belongs to another tenant, or is unknown', async () => {
    const byKind = await Promise.all(
      [hidden.id, foreign.id, randomUUID()].map((id) =>
        Promise.all(
          requests(id).map(async ([method, path, body]) => {
            const { status, body: answer } = await as(limited)(method, path, body)
            return { status, answer }
          }),
        ),
      ),
    )
    for (const responses of byKind) {
      for (const { status, answer } of responses) {
        expect({ status, body: answer }).toMatchObject(refusal('goal_not_found'))
      }
      expect(responses).toEqual(byKind[0])
    }
    expect(await owner.api.getGoal({ params: { goalId: hidden.id } })).toEqual({ goal: hidden })
  })

  it('does not get a stranger anywhere who limits a token to it', async () => {
    expect(await outcomeOf(createToken(stranger, allScopes, { goalIds: [hidden.id] }))).toBe(
      '400 invalid_request',
    )
  })

  it('in another letter case is the same goal', async () => {
    const shouting = await createToken(owner, allScopes, { goalIds: [first.id.toUpperCase()] })
    expect(await as(shouting)('GET', `/v1/goals/${first.id.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { goal: { id: first.id } },
    })
    expect(await as(shouting)('GET', `/v1/goals/${second.id}`)).toMatchObject(refusal('goal_not_found'))
  })
})

describe('an idempotency key', () => {
  it('of a report is the credential’s own, also between tokens for the same goal', async () => {
    const { id: goalId } = await createGoal(owner)
    const [a, b] = await Promise.all(
      [0, 1].map(async () =>
        programWith(service, await createToken(owner, allScopes, { goalIds: [goalId] })),
      ),
    )
    const request = { params: { goalId }, body: reportOf('Ten trees') }
    const response = await a?.createGoalUpdate(request)
    expect(await a?.createGoalUpdate(request)).toEqual(response)
    await expect(b?.createGoalUpdate(request)).rejects.toMatchObject({
      code: 'goal_update_idempotency_conflict',
      addition: { update: { id: response?.update.id } },
    })
    expect(await historyOf(owner, goalId)).toHaveLength(2)
  })

  it('that another token used does not return the goal that it published', async () => {
    const headers = { 'idempotency-key': 'publish' }
    const body = { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } }
    const publish = ({ secret }: Integration) =>
      send('POST', '/v1/goals', { body, headers: { origin: undefined, ...headers, ...bearer(secret) } })
    expect((await publish(whole)).status).toBe(201)
    expect(await publish(limited)).toMatchObject(refusal('permission_denied'))
    expect((await publish(whole)).status).toBe(201)
  })
})

describe('a goal that is given away', () => {
  it('no longer exists for a token that may see only those of its owner', async () => {
    const { id: goalId } = await createGoal(member)
    const token = await createToken(member, ['goals:read', 'goals:write'], { goalIds: [goalId] })
    await owner.api.updateGoal({ params: { goalId }, body: { ownerUserId: owner.userId } })
    expect(await as(token)('GET', `/v1/goals/${goalId}`)).toMatchObject(refusal('goal_not_found'))
    expect(await as(token)('POST', `/v1/goals/${goalId}/updates`, reportOf('Still mine'))).toMatchObject(
      refusal('goal_not_found'),
    )
    expect(await as(token)('GET', '/v1/goals')).toMatchObject({ status: 200, body: { goals: [] } })
  })
})

describe('a token whose goals are all deleted', () => {
  it('finds nothing, and is as valid as before', async () => {
    const { id: goalId } = await createGoal(owner)
    const token = await createToken(owner, allScopes, { goalIds: [goalId] })
    expect(await as(token)('DELETE', `/v1/goals/${goalId}`)).toMatchObject({ status: 204 })
    expect(await as(token)('GET', '/v1/goals')).toMatchObject({ status: 200, body: { goals: [] } })
    expect(await as(token)('GET', '/v1/goals?q=tree')).toMatchObject({ status: 200, body: { goals: [] } })
    expect(await as(token)('GET', `/v1/goals/${goalId}`)).toMatchObject(refusal('goal_not_found'))
    expect(await as(token)('GET', '/v1/brief')).toMatchObject({ status: 200, body: { goals: [] } })
    expect(await as(token)('GET', '/v1/me')).toMatchObject({ status: 200 })
  })
})

describe('a revoked token', () => {
  it('401s with the next request', async () => {
    const token = await createToken(owner, allScopes, { goalIds })
    expect((await as(token)('GET', `/v1/goals/${first.id}`)).status).toBe(200)
    await owner.api.revokeApiToken({ params: { tokenId: token.id } })
    expect(await as(token)('GET', `/v1/goals/${first.id}`)).toMatchObject(refusal('invalid_api_token'))
  })
})
