import { describe, expect, it } from 'vitest'
import { bearer, createToken, programWith } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const send = createSend(service)
const world = await createWorld(service)
const token = await createToken(world.member)

const newGoal = { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } }

describe('the Origin of a request with an API token', () => {
  it.each([undefined, 'null', 'https://evil.test', ''])('is not checked: 201s with %j', async (origin) => {
    const response = await send('POST', '/v1/goals', {
      body: newGoal,
      headers: { origin, ...bearer(token.secret) },
    })
    expect(response).toMatchObject({ status: 201 })
  })
})

describe('a request with both an API token and a cookie', () => {
  it('uses the token: 200s as its user, in its organization, with its scopes', async () => {
    const { cookie } = world.stranger
    const headers = { cookie, ...bearer(token.secret) }
    const { body } = await send('POST', '/v1/goals', { body: newGoal, headers })
    expect(body).toMatchObject({
      goal: { organizationId: world.owner.organizationId, ownerUserId: world.member.userId },
    })
    const labels = await createToken(world.member, ['labels:read'])
    expect(
      await send('GET', '/v1/goals', {
        headers: { cookie: world.owner.cookie, ...bearer(labels.secret) },
      }),
    ).toMatchObject(refusal('insufficient_scope'))
  })

  it.each(['', 'Basic YWRhOng=', 'Bearer', 'Bearer ', 'Digest x', 'cairn_x'])(
    '401s the Authorization header %j with a valid cookie',
    async (authorization) => {
      const headers = { cookie: world.member.cookie, authorization }
      const response = await send('GET', '/v1/goals', { headers })
      expect(response).toMatchObject(refusal('unauthorized'))
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )
})

describe('the organization of a token', () => {
  it('does not change when its user creates, joins or switches to another', async () => {
    const { api, organizationId } = world.colleague
    const token = await createToken(world.colleague)
    const program = programWith(world.service, token)
    const { goal } = await createGoalBy()
    const { activeOrganizationId } = await api.createOrganization({ body: { name: 'Elsewhere' } })
    expect(activeOrganizationId).not.toBe(organizationId)
    expect((await createGoalBy()).goal.organizationId).toBe(organizationId)
    expect((await program.getGoal({ params: { goalId: goal.id } })).goal).toEqual(goal)

    // A token created there sees nothing of the first organization.
    const elsewhere = programWith(world.service, await createToken(world.colleague))
    expect((await elsewhere.listGoals()).goals).toEqual([])
    await api.switchOrganization({ body: { organizationId } })
    expect((await elsewhere.listGoals()).goals).toEqual([])
    const made = await elsewhere.createGoalLabel({ body: { name: 'Forest' } })
    expect(made.label.organizationId).toBe(activeOrganizationId)

    function createGoalBy() {
      return program.createGoal({ body: { ...newGoal, timeframe: { kind: 'continuous' } } })
    }
  })

  it('lists and revokes tokens of the active organization only', async () => {
    const { api, organizationId } = world.colleague
    const here = await createToken(world.colleague)
    const { activeOrganizationId } = await api.createOrganization({ body: { name: 'Elsewhere' } })
    const there = await createToken(world.colleague)
    const listed = async () => (await api.listApiTokens()).tokens.map(({ id }) => id)
    const revoke = (id: string) =>
      createSend(world.service, world.colleague)('DELETE', `/v1/api-tokens/${id}`, {})
    expect(await listed()).toEqual([there.id])
    expect(await revoke(here.id)).toMatchObject(refusal('api_token_not_found'))
    await api.switchOrganization({ body: { organizationId } })
    expect(await listed()).toContain(here.id)
    expect(await listed()).not.toContain(there.id)
    expect(await revoke(there.id)).toMatchObject(refusal('api_token_not_found'))
    expect(activeOrganizationId).not.toBe(organizationId)
  })
})
