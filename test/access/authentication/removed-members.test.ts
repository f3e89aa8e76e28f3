import { randomUUID } from 'node:crypto'
import { createClient } from '@cairn/contract/http/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { startDeliveryWorld } from '../../background/webhooks/support/delivery-world.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { newGoal } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { signIn, signInAgain } from '../../support/people/sign-in.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

/** Each thing by which a removed member may still hold on to an organization loses it with its next request. */

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
let organizationId = ''

const remove = () =>
  ada.api.removeOrganizationMember({ params: { userId: bob.userId }, body: { reassignGoalsTo: null } })
const publish = () => ada.api.createGoal({ body: newGoal })

beforeEach(async () => {
  const created = await ada.api.createOrganization({ body: { name: `Team ${randomUUID()}` } })
  organizationId = created.activeOrganizationId
  await join(ada, bob, 'admin')
  await publish()
  await publish()
})

describe('of a removed member', () => {
  it('every cookie loses the organization, whether it acts in it or names it', async () => {
    const other = await signInAgain(service, { email: bob.email, displayName: 'Bob' })
    const clients = [bob, other].flatMap(({ api, cookie }) => {
      const headers = { origin: service.origin, cookie, 'organization-id': organizationId }
      return [api, createClient({ baseUrl: service.origin, headers })]
    })
    for (const api of clients) expect(await outcomeOf(api.listGoals())).toBe('ok')
    await remove()
    for (const api of clients) expect(await outcomeOf(api.listGoals())).toBe('403 membership_not_found')
  })

  it('every API token loses it, for reading and for writing', async () => {
    const program = programWith(service, await createToken(bob))
    expect(await outcomeOf(program.listGoals())).toBe('ok')
    await remove()
    expect(await outcomeOf(program.listGoals())).toBe('403 permission_denied')
    expect(await outcomeOf(program.createGoal({ body: newGoal }))).toBe('403 permission_denied')
  })

  it('every cursor leads nowhere, also from another organization', async () => {
    const { nextCursor } = await bob.api.listGoals({ query: { limit: 1 } })
    const cursor = nextCursor ?? ''
    await remove()
    expect(await outcomeOf(bob.api.listGoals({ query: { limit: 1, cursor } }))).toBe(
      '403 membership_not_found',
    )
    await bob.api.createOrganization({ body: { name: 'Own' } })
    expect(await outcomeOf(bob.api.listGoals({ query: { limit: 1, cursor } }))).toBe('400 invalid_cursor')
  })

  it('who follows the feed gets no further event, by session or by token', async () => {
    const program = programWith(service, await createToken(bob))
    const { cursor: start } = await bob.api.listEvents({ query: {} })
    await publish()
    const { events, cursor } = await bob.api.listEvents({ query: { after: start } })
    expect(events.map(({ type }) => type)).toEqual(['goal.published'])
    await remove()
    await publish()
    expect(await outcomeOf(bob.api.listEvents({ query: { after: cursor } }))).toBe('403 membership_not_found')
    expect(await outcomeOf(program.listEvents({ query: { after: cursor } }))).toBe('403 permission_denied')
    await bob.api.createOrganization({ body: { name: 'Own' } })
    expect(await outcomeOf(bob.api.listEvents({ query: { after: cursor } }))).toBe('400 invalid_cursor')
  })

  it('a webhook gets no further event, whatever was waiting for it', async () => {
    const world = stopAfterFile(await startDeliveryWorld())
    await join(world.ada, world.bob, 'admin')
    await world.bob.api.createWebhook({ body: { url: world.receiver.url } })
    const goal = world.newGoal()
    world.receiver.answer = (response) => response.writeHead(500).end()
    await world.report(goal, 2)
    await world.deliver()
    expect(world.receiver.messages).toHaveLength(1)
    await world.ada.api.removeOrganizationMember({
      params: { userId: world.bob.userId },
      body: { reassignGoalsTo: null },
    })
    await world.report(goal)
    await world.deliver()
    await world.sweepFor(4 * 24 * 60, 60)
    expect(world.receiver.messages).toHaveLength(1)
  })
})
