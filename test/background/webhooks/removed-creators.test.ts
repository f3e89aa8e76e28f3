import { beforeEach, describe, expect, it } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startDeliveryWorld } from './support/delivery-world.ts'

/** Webhooks of somebody who is no longer a member: the receivers may be theirs. */

const world = stopAfterFile(await startDeliveryWorld())
const { ada, bob, receiver } = world

const removeBob = () =>
  ada.api.removeOrganizationMember({ params: { userId: bob.userId }, body: { reassignGoalsTo: null } })

/** A webhook of Bob, who is an admin. */
async function webhookOfBob() {
  await join(ada, bob, 'admin')
  return (await bob.api.createWebhook({ body: { url: receiver.url } })).webhook
}

beforeEach(() => {
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
})

describe('the webhook of a removed member', () => {
  it('gets nothing of what happens afterwards, until an administrator resumes it', async () => {
    const { id } = await webhookOfBob()
    const goal = world.newGoal()
    const [first] = await world.report(goal)
    await world.deliver()
    expect(world.idsReceived()).toEqual([first?.id])
    await removeBob()
    const [second] = await world.report(goal)
    await world.deliver()
    await world.sweep()
    expect(world.idsReceived()).toEqual([first?.id])
    expect(await world.webhook(id)).toMatchObject({ state: 'paused', pausedReason: 'creator_left' })

    await ada.api.updateWebhook({ params: { webhookId: id }, body: { state: 'active' } })
    await world.deliver()
    expect(world.idsReceived()).toContain(second?.id)
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  })

  it('gets no further event from a worker that is delivering', async () => {
    const { id } = await webhookOfBob()
    const goal = world.newGoal()
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    receiver.answer = (response) => {
      arrived.resolve()
      void held.promise.then(() => response.writeHead(204).end())
    }
    await world.report(goal, 3)
    const delivering = world.deliver()
    await arrived.promise
    await removeBob()
    held.resolve()
    await delivering
    await world.deliver()
    expect(receiver.messages).toHaveLength(1)
    expect((await world.webhook(id)).state).toBe('paused')
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  })
})
