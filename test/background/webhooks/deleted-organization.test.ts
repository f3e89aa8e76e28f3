import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { webhookKeyOf } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { webhookEntity } from '@cairn/domain/storage/table/entities/webhooks/webhook'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { describe, expect, it } from 'vitest'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startDeliveryWorld } from './support/delivery-world.ts'

/** Once an organization's deletion is confirmed, its receivers get nothing more, whatever was on its way. */

async function startWorld() {
  const world = stopAfterFile(await startDeliveryWorld())
  const { ada } = world
  return {
    ...world,
    deleteOrganization: async () => {
      const { organizations } = await ada.api.getOrganizationContext()
      const own = organizations.find(({ id }) => id === world.organizationId)
      await ada.api.deleteOrganization({ body: { name: own?.name ?? '' } })
      world.receiver.messages.length = 0
    },
    /** Four days: longer than any retry. */
    passTime: async () => {
      await world.deliver()
      await world.sweepFor(120)
      await world.sweepFor(4 * 24 * 60, 60)
    },
  }
}

describe("a receiver of a deleted organization's webhook", () => {
  it('gets no event that had not been looked at', async () => {
    const world = await startWorld()
    await world.createWebhook()
    await world.report(world.newGoal(), 3)
    await world.deleteOrganization()
    await world.passTime()
    expect(world.receiver.messages).toEqual([])
  })

  it('gets no delivery that waits for a retry, and none that is queued behind it', async () => {
    const world = await startWorld()
    const { id } = await world.createWebhook()
    const goal = world.newGoal()
    world.receiver.answer = withStatus(500)
    await world.report(goal)
    await world.deliver()
    await world.report(goal, 2)
    await world.deliver()
    expect(world.receiver.messages).toHaveLength(1)
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    world.receiver.answer = withStatus(204)
    await world.deleteOrganization()
    await world.passTime()
    expect(world.receiver.messages).toEqual([])
  })

  it('gets nothing if it failed, or was paused', async () => {
    const world = await startWorld()
    const failing = await world.createWebhook()
    const paused = await world.createWebhook()
    world.receiver.answer = withStatus(500)
    await world.report(world.newGoal())
    await world.deliver()
    await world.ada.api.updateWebhook({ params: { webhookId: paused.id }, body: { state: 'paused' } })
    await world.sweepFor(12 * 60, 30)
    expect((await world.webhook(failing.id)).state).toBe('failing')
    world.receiver.answer = withStatus(204)
    await world.deleteOrganization()
    await world.passTime()
    expect(world.receiver.messages).toEqual([])
  })

  it('gets nothing if it was created at the same moment, so that the deletion has not seen it', async () => {
    const world = await startWorld()
    const { id } = await world.createWebhook()
    const { client, tableName } = world.database
    const key = keyOfRecord(
      webhookEntity,
      webhookKeyOf({ organizationId: world.organizationId, webhookId: id }),
    )
    const { Item } = await client.send(
      new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }),
    )
    // Before, because nothing is added to the feed of a deleted organization.
    await world.report(world.newGoal())
    await world.deleteOrganization()
    await client.send(new PutCommand({ TableName: tableName, Item }))
    await world.passTime()
    expect(world.receiver.messages).toEqual([])
  })

  it('gets nothing after the delivery that is on its way', async () => {
    const world = await startWorld()
    await world.createWebhook()
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    world.receiver.answer = (response) => {
      arrived.resolve()
      void held.promise.then(() => response.writeHead(204).end())
    }
    await world.report(world.newGoal(), 3)
    const delivering = world.deliver()
    await arrived.promise
    await world.deleteOrganization()
    held.resolve()
    await delivering
    await world.passTime()
    expect(world.receiver.messages).toEqual([])
  })
})
