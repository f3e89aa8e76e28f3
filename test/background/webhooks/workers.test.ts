import type { WebhookSender } from '@cairn/domain/background/deliveries/services'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { join } from '../../support/people/invite.ts'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'
import { firstOf, startDeliveryWorld } from './support/delivery-world.ts'
import { breaking, withSend } from './support/with-send.ts'

const world = stopAfterFile(await startDeliveryWorld())
const { ada, bob, receiver, clock, services } = world
await join(ada, bob, 'admin')
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)
const leaseEnds = { milliseconds: 61_000 }

beforeEach(async () => {
  clock.advance(leaseEnds)
  await world.sweep()
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
})
afterEach(async () => {
  for (const { id } of (await ada.api.listWebhooks()).webhooks) {
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  }
})
afterAll(async () => {
  await expectSoundTable(world.database)
})

/** A sender whose messages wait until they are let go. */
function heldSender() {
  const waiting: PromiseWithResolvers<void>[] = []
  const sender: WebhookSender = {
    send: async (request, options) => {
      const gate = Promise.withResolvers<void>()
      waiting.push(gate)
      await gate.promise
      return services.sender.send(request, options)
    },
  }
  const waits = () => eventually(() => expect(waiting.length).toBeGreaterThan(0))
  const go = () => {
    for (const { resolve } of waiting.splice(0)) resolve()
  }
  return { sender, waits, go }
}

describe('several workers at once', () => {
  it('deliver every event once, in order, while events arrive', async () => {
    const { id } = await world.createWebhook()
    const goal = world.newGoal()
    const events: string[] = []
    const running: Promise<unknown>[] = []
    for (let round = 0; round < 20; round++) {
      events.push(...idsOf(await world.report(goal, 2)))
      running.push(world.deliver(), world.deliver())
      if (round % 5 === 0) await Promise.all(running)
    }
    await Promise.all(running)
    expect(world.idsReceived()).toEqual(events)
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(Array(40).fill('delivered'))
  })

  it('never miss an event that arrives while one of them ends', async () => {
    await world.createWebhook()
    const goal = world.newGoal()
    const [first] = await world.report(goal)
    const held = heldSender()
    const working = world.deliver({ sender: held.sender })
    await held.waits()
    const [second] = await world.report(goal)
    await world.deliver()
    expect(receiver.messages).toEqual([])
    held.go()
    await held.waits()
    held.go()
    await working
    expect(world.idsReceived()).toEqual([first?.id, second?.id])
  })

  it('one that is told to look again while it is busy does so before it ends', async () => {
    const { id } = await world.createWebhook()
    const [event] = await world.report(world.newGoal())
    receiver.answer = withStatus(410)
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deliver = () => {
      begun.resolve()
      return gate.promise
    }
    const working = world.deliver({ email: { enabled: true, deliver } })
    await begun.promise
    // Resumed while the administrators are told of the pause.
    receiver.answer = withStatus(204)
    await ada.api.updateWebhook({ params: { webhookId: id }, body: { state: 'active' } })
    await world.deliver()
    gate.resolve()
    await working
    expect(world.idsReceived()).toEqual([event?.id, event?.id])
    expect((await world.webhook(id)).state).toBe('active')
  })

  it('one that is told twice, the second time when it has read the last event, delivers what came then', async () => {
    await world.createWebhook()
    const goal = world.newGoal()
    const [first] = await world.report(goal)
    const held = heldSender()
    const [read, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHolding = false
    const database = withSend(world.database, async (...parameters) => {
      const result = await world.database.client.send(...parameters)
      if (isHolding && parameters[0].constructor.name === 'QueryCommand') {
        isHolding = false
        read.resolve()
        await gate.promise
      }
      return result
    })
    const working = world.deliver({ sender: held.sender, database })
    await held.waits()
    await world.deliver()
    isHolding = true
    held.go()
    await read.promise
    const [second] = await world.report(goal)
    await world.deliver()
    gate.resolve()
    await held.waits()
    held.go()
    await working
    expect(world.idsReceived()).toEqual([first?.id, second?.id])
  })

  it('one that stalls beyond its lease repeats an event, but records nothing twice', async () => {
    const { id } = await world.createWebhook()
    const goal = world.newGoal()
    const events = idsOf(await world.report(goal, 3))
    const held = heldSender()
    const stalled = world.deliver({ sender: held.sender })
    await held.waits()
    clock.advance(leaseEnds)
    await world.sweep()
    expect(world.idsReceived()).toEqual(events)
    held.go()
    await stalled
    expect(world.idsReceived()).toEqual([...events, events[0]])
    const deliveries = await world.deliveries(id)
    expect(deliveries.map(({ attemptCount }) => attemptCount)).toEqual([1, 1, 1])
  })
})

describe('a worker that ends', () => {
  it('on a signal: aborts its attempt, records nothing of it, and the next one continues at once', async () => {
    const { id } = await world.createWebhook()
    const events = idsOf(await world.report(world.newGoal(), 3))
    const end = new AbortController()
    receiver.answer = (response, message) => {
      if (message.id === events[1]) end.abort(new Error('The process stops.'))
      else response.end()
    }
    // Its attempts have no limit, so only the signal can end the one that is not answered.
    const sender: WebhookSender = {
      send: (request, options) =>
        services.sender.send(request, { ...options, limitMilliseconds: 2 ** 31 - 1 }),
    }
    await world.deliver({ sender, signal: end.signal })
    expect(await world.deliveries(id)).toHaveLength(1)
    receiver.answer = withStatus(204)
    await world.sweep()
    expect(world.idsReceived()).toEqual([events[0], events[1], events[1], events[2]])
  })

  it('does nothing if the signal was given before', async () => {
    await world.createWebhook()
    await world.report(world.newGoal(), 1)
    await world.deliver({ signal: AbortSignal.abort() })
    expect(receiver.messages).toEqual([])
  })
})

describe('an administrator', () => {
  const midway = async (change: (webhookId: string) => Promise<unknown>) => {
    const { id } = await world.createWebhook()
    const events = idsOf(await world.report(world.newGoal(), 5))
    let changed = false
    receiver.answer = (response, message) => {
      const isTime = message.id === events[1] && !changed
      changed ||= isTime
      const after = isTime ? change(id) : Promise.resolve()
      after.then(() => response.writeHead(204).end())
    }
    await world.deliver()
    return { id, events }
  }

  it('deletes a webhook midway: nothing more is delivered, and nothing of it remains', async () => {
    const { events } = await midway((webhookId) => ada.api.deleteWebhook({ params: { webhookId } }))
    expect(world.idsReceived()).toEqual(events.slice(0, 2))
    clock.advance(leaseEnds)
    await world.sweep()
    expect(receiver.messages).toHaveLength(2)
    const { webhook = [], webhookDelivery = [], queuedDelivery = [] } = await readTable(world.database)
    expect([webhook, webhookDelivery, queuedDelivery]).toEqual([[], [], []])
  })

  it('pauses a webhook midway: the running attempt is recorded, and the rest waits', async () => {
    const { id, events } = await midway((webhookId) =>
      ada.api.updateWebhook({ params: { webhookId }, body: { state: 'paused' } }),
    )
    expect(world.idsReceived()).toEqual(events.slice(0, 2))
    expect(await world.webhook(id)).toMatchObject({ state: 'paused', pausedReason: 'administrator' })
    clock.advance(leaseEnds)
    await world.sweep()
    expect(receiver.messages).toHaveLength(2)
    await ada.api.updateWebhook({ params: { webhookId: id }, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived()).toEqual(events)
  })

  it('changes the URL and the types midway: the next event goes there', async () => {
    const url = receiver.url.replace('/hooks', '/other')
    const { id, events } = await midway((webhookId) =>
      ada.api.updateWebhook({ params: { webhookId }, body: { url } }),
    )
    expect(receiver.messages.map(({ path }) => path)).toEqual([
      '/hooks',
      '/hooks',
      '/other',
      '/other',
      '/other',
    ])
    expect(world.idsReceived()).toEqual(events)
    expect((await world.webhook(id)).url).toBe(url)
  })

  it('is demoted midway: the webhook belongs to the organization and goes on', async () => {
    const role = (to: 'admin' | 'member') =>
      ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: to } })
    await bob.api.createWebhook({ body: { url: receiver.url, types: ['goal.reported'] } })
    const events = idsOf(await world.report(world.newGoal(), 3))
    receiver.answer = (response) => void role('member').then(() => response.end())
    await world.deliver()
    expect(world.idsReceived()).toEqual(events)
    await role('admin')
  })
})

describe.each(['before', 'after'] as const)('a fault %s any call of a worker', (when) => {
  it('loses no event, keeps their order per goal, and leaves a sound table', async () => {
    for (let call = 1; ; call++) {
      const { id } = await world.createWebhook()
      const poison = new Set<string>()
      const accepted: string[] = []
      receiver.answer = (response, message) => {
        if (!poison.has(message.id)) accepted.push(message.id)
        response.writeHead(poison.has(message.id) ? 500 : 204).end()
      }
      const [one, two] = [world.newGoal(), world.newGoal()]
      const ones = idsOf(await world.report(one, 1))
      poison.add(ones[0] ?? '')
      await world.deliver()
      ones.push(...idsOf(await world.report(one, 1)))
      const twos = idsOf(await world.report(two, 2))
      poison.clear()
      clock.advance({ milliseconds: 10_000 })

      const broken = breaking(world.database, call, when)
      await world.deliver({ database: broken.database }).catch(() => undefined)
      for (let minute = 0; minute < 3; minute++) {
        clock.advance(leaseEnds)
        await world.sweep()
      }
      const first = firstOf(accepted)
      expect(first.toSorted(), `call ${call}`).toEqual([...ones, ...twos].toSorted())
      expect(first.filter((event) => ones.includes(event))).toEqual(ones)
      expect(first.filter((event) => twos.includes(event))).toEqual(twos)
      const deliveries = await world.deliveries(id)
      expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(4)
      for (const { state } of deliveries) expect(state).toBe('delivered')
      expect((await readTable(world.database)).queuedDelivery ?? []).toEqual([])
      await ada.api.deleteWebhook({ params: { webhookId: id } })
      await world.sweep()
      if (!broken.wasReached()) break
      expect(call).toBeLessThan(60)
    }
  })
})
