import { verifyWebhook } from '@cairn/client'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { unknownId } from '../../support/requests/exchange.ts'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { startDeliveryWorld } from './support/delivery-world.ts'

const world = stopAfterFile(await startDeliveryWorld())
const { ada, receiver, clock, service } = world

beforeEach(() => {
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
})
afterEach(async () => {
  for (const { id } of (await ada.api.listWebhooks()).webhooks) {
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  }
  vi.useRealTimers()
})
afterAll(async () => {
  clock.advance({ milliseconds: 60_000 })
  await world.sweep()
  const { webhook, webhookDelivery, queuedDelivery } = await expectSoundTable(world.database)
  // The worker has removed everything of deleted webhooks.
  expect([webhook, webhookDelivery, queuedDelivery]).toEqual([[], [], []])
})

/** Verifies a message as a receiver does, at the time of the service. */
function verify(secret: string, { headers, body }: (typeof receiver.messages)[number]): unknown {
  vi.useFakeTimers({ now: clock.read(), toFake: ['Date'] })
  return new Verifier(secret).verify(body, headers as Record<string, string>)
}

describe('an active webhook', () => {
  it('receives every event once, in the order of the feed, and shows it in its log', async () => {
    const webhook = await world.createWebhook()
    const goal = world.newGoal()
    const events = await world.report(goal, 40)
    await world.deliver()
    expect(world.idsReceived()).toEqual(events.map(({ id }) => id))
    const deliveries = await world.deliveries(webhook.id)
    expect(deliveries.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id).toReversed())
    expect(deliveries[0]).toMatchObject({
      type: 'goal.reported',
      goal,
      state: 'delivered',
      attemptCount: 1,
      nextAttemptAt: null,
    })
    await world.deliver()
    expect(receiver.messages).toHaveLength(40)
  })

  it('receives the payload of Standard Webhooks, signed with its secret', async () => {
    const { secret } = await world.createWebhook()
    const goal = world.newGoal()
    const [event] = await world.report(goal)
    await world.deliver()
    const [message] = receiver.messages
    if (!message) throw new Error('Nothing was received.')
    const payload = {
      type: 'goal.reported',
      timestamp: event?.createdAt,
      data: { ...event, goalUrl: `${service.origin}/goals/${goal.id}` },
    }
    expect(verify(secret, message)).toEqual(payload)
    expect(await verifyWebhook({ secret, ...message, now: clock.read() })).toEqual(payload)
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message)).toThrow()
    const tampered = { ...message, body: message.body.replace('two days', 'ten days') }
    expect(() => verify(secret, tampered)).toThrow()
    await expect(verifyWebhook({ secret, ...tampered, now: clock.read() })).rejects.toMatchObject({
      problem: 'wrong_signature',
    })
  })

  it('is verified by the client, which takes a recorded message as long as it is recent, and shows its id', async () => {
    const { secret } = await world.createWebhook()
    const [event] = await world.report(world.newGoal())
    await world.deliver()
    const [message] = receiver.messages
    if (!message) throw new Error('Nothing was received.')
    const verifyLater = async (seconds: number) => {
      const now = new Date(clock.read().getTime() + seconds * 1_000)
      return (await verifyWebhook({ secret, ...message, now })).data.id
    }
    expect(await verifyLater(0)).toBe(event?.id)
    expect(await verifyLater(250)).toBe(event?.id)
    await expect(verifyLater(302)).rejects.toMatchObject({ problem: 'wrong_time' })
    const other = verifyWebhook({
      secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
      ...message,
      now: clock.read(),
    })
    await expect(other).rejects.toMatchObject({ problem: 'wrong_signature' })
  })

  it('signs with both secrets for 24 hours after a rotation, then with the new one', async () => {
    const { id, secret } = await world.createWebhook()
    const rotated = await ada.api.rotateWebhookSecret({ params: { webhookId: id } })
    const receive = async () => {
      await world.report(world.newGoal())
      await world.deliver()
      const message = receiver.messages.at(-1)
      if (!message) throw new Error('Nothing was received.')
      return message
    }
    const during = await receive()
    expect(during.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const each of [secret, rotated.secret]) {
      expect(verify(each, during)).toBeDefined()
      expect(await verifyWebhook({ secret: each, ...during, now: clock.read() })).toBeDefined()
    }
    clock.advance({ days: 1 })
    const after = await receive()
    expect(verify(rotated.secret, after)).toBeDefined()
    expect(() => verify(secret, after)).toThrow()
    const now = clock.read()
    await expect(verifyWebhook({ secret, ...after, now })).rejects.toMatchObject({
      problem: 'wrong_signature',
    })
    expect(await verifyWebhook({ secret: [secret, rotated.secret], ...after, now })).toBeDefined()
  })

  it('receives only its types, and only what happens after it was created', async () => {
    await world.report(world.newGoal(), 3)
    await world.createWebhook({ types: ['goal.deleted'] })
    const goal = world.newGoal()
    const [report] = await world.report(goal, 1)
    if (!report) throw new Error('Nothing was reported.')
    const deleted: Event = { ...report, id: unknownId, type: 'goal.deleted', data: { ownerUserId: null } }
    await world.append([deleted])
    await world.report(goal, 20)
    await world.deliver()
    expect(receiver.messages).toHaveLength(1)
    expect(JSON.parse(receiver.messages[0]?.body ?? '')).toMatchObject({
      type: 'goal.deleted',
      data: { id: unknownId, goalUrl: null },
    })
  })

  it('is independent of the others: one fails, one is slow, one is paused', async () => {
    const url = (path: string) => receiver.url.replace('/hooks', path)
    const fast = await world.createWebhook({ url: url('/fast') })
    const broken = await world.createWebhook({ url: url('/broken') })
    const slow = await world.createWebhook({ url: url('/slow') })
    const paused = await world.createWebhook({ url: url('/paused') })
    await ada.api.updateWebhook({ params: { webhookId: paused.id }, body: { state: 'paused' } })
    const waiting: (() => void)[] = []
    receiver.answer = (response, message) => {
      if (message.path === '/slow') waiting.push(() => response.end())
      else response.writeHead(message.path === '/broken' ? 500 : 200).end()
    }
    const goal = world.newGoal()
    const events = await world.report(goal, 3)
    const done = world.deliver()
    await eventually(async () => {
      expect((await world.deliveries(fast.id)).length).toBe(3)
      expect((await world.deliveries(broken.id)).length).toBe(3)
    })
    expect(await world.deliveries(slow.id)).toEqual([])
    receiver.answer = withStatus(200)
    for (const answer of waiting) answer()
    await done
    const received = receiver.messages.filter(({ path }) => path === '/slow')
    expect(received.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    expect(receiver.messages.some(({ path }) => path === '/paused')).toBe(false)
  })

  it('continues where it was after a pause', async () => {
    const { id: webhookId } = await world.createWebhook()
    await ada.api.updateWebhook({ params: { webhookId }, body: { state: 'paused' } })
    const events = await world.report(world.newGoal(), 50)
    await world.deliver()
    await world.sweepFor(60, 10)
    expect(receiver.messages).toEqual([])
    clock.advance({ days: 60 })
    await ada.api.updateWebhook({ params: { webhookId }, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived()).toEqual(events.map(({ id }) => id))
  })

  it('receives nothing of another organization', async () => {
    await world.createWebhook()
    await world.sam.api.createWebhook({ body: { url: receiver.url.replace('/hooks', '/sam') } })
    const [event] = await world.report(world.newGoal())
    await world.deliver()
    expect(receiver.messages.map(({ path, id }) => [path, id])).toEqual([['/hooks', event?.id]])
    const { webhooks } = await world.sam.api.listWebhooks()
    for (const { id } of webhooks) await world.sam.api.deleteWebhook({ params: { webhookId: id } })
  })

  it('is looked at every ten minutes, should nobody have told the worker of an event', async () => {
    await world.sweep()
    await world.createWebhook()
    const events = await world.report(world.newGoal(), 2)
    await world.sweepFor(9)
    expect(receiver.messages).toEqual([])
    await world.sweepFor(1)
    expect(world.idsReceived()).toEqual(events.map(({ id }) => id))
  })
})
