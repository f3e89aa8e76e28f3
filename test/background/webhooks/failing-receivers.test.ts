import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { type Answer, withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { firstOf, startDeliveryWorld } from './support/delivery-world.ts'

const world = stopAfterFile(await startDeliveryWorld())
const { ada, bob, cem, receiver, clock, emails } = world
await join(ada, bob, 'admin')
await join(ada, cem)
const minutesPerDay = 24 * 60

beforeEach(async () => {
  receiver.messages.length = 0
  emails.length = 0
  receiver.answer = withStatus(204)
  await world.sweep()
})
afterEach(async () => {
  for (const { id } of (await ada.api.listWebhooks()).webhooks) {
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  }
})
afterAll(async () => {
  await expectSoundTable(world.database)
})

/** Fails the events that the rule names. */
const failing =
  (fails: (id: string) => boolean): Answer =>
  (response, { id }) => {
    response.writeHead(fails(id) ? 500 : 204).end()
  }

/** The ids that the receiver accepted, in order. */
function accepting(fails: (id: string) => boolean): string[] {
  const accepted: string[] = []
  receiver.answer = (response, message) => {
    const isFailure = fails(message.id)
    if (!isFailure) accepted.push(message.id)
    response.writeHead(isFailure ? 500 : 204).end()
  }
  return accepted
}

const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

describe('a failed delivery', () => {
  it('is pending and retried with growing pauses, while other goals go on', async () => {
    const { id } = await world.createWebhook()
    const [first] = await world.report(world.newGoal())
    receiver.answer = failing((event) => event === first?.id)
    const others = await world.report(world.newGoal(), 3)
    await world.deliver()
    expect(world.idsReceived()).toEqual(idsOf([first, ...others].filter((event) => event !== undefined)))
    const [pending] = (await world.deliveries(id)).filter(({ state }) => state === 'pending')
    expect(pending).toMatchObject({
      eventId: first?.id,
      attempts: [{ statusCode: 500, error: 'status 500' }],
      attemptCount: 1,
      nextAttemptAt: new Date(clock.read().getTime() + 10_000).toISOString(),
    })
    expect((await world.webhook(id)).state).toBe('active')

    const attempts: number[] = []
    for (let minute = 1; minute <= 120; minute++) {
      const before = receiver.messages.length
      await world.sweepFor(1)
      if (receiver.messages.length > before) attempts.push(minute)
    }
    expect(attempts).toEqual([1, 2, 7, 22, 52, 112])
    receiver.answer = withStatus(204)
    await world.sweepFor(60)
    expect(await world.deliveries(id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ eventId: first?.id, state: 'delivered' })]),
    )
  })

  it('holds back later events of its goal, and only these', async () => {
    await world.createWebhook()
    const goal = world.newGoal()
    const other = world.newGoal()
    const [first] = await world.report(goal)
    const accepted = accepting((event) => event === first?.id)
    const later = await world.report(goal, 2)
    const others = await world.report(other, 2)
    await world.deliver()
    expect(accepted).toEqual(idsOf(others))
    expect(receiver.messages).toHaveLength(3)
    const now = accepting(() => false)
    await world.sweepFor(1)
    expect(now).toEqual([first?.id, ...idsOf(later)])
  })

  it('is given up after 3 days, and the goal goes on', async () => {
    const { id } = await world.createWebhook()
    const goal = world.newGoal()
    const [poison] = await world.report(goal)
    const accepted = accepting((event) => event === poison?.id)
    await world.deliver()
    const [next] = await world.report(goal)
    for (let hour = 0; hour < 75; hour++) {
      // Others arrive, so the webhook is not failing.
      const [another] = await world.report(world.newGoal())
      await world.sweepFor(60, 30)
      expect(accepted).toContain(another?.id)
    }
    expect(accepted).toContain(next?.id)
    expect((await world.webhook(id)).state).toBe('active')
    expect(emails).toEqual([])
    const deliveries = await ada.api.listWebhookDeliveries({ params: { webhookId: id } })
    const given = deliveries.deliveries.find(({ eventId }) => eventId === poison?.id)
    expect(given).toMatchObject({ state: 'failed', nextAttemptAt: null })
    expect(given?.attempts).toHaveLength(10)
    expect(given?.attemptCount).toBeGreaterThan(70)
  })
})

describe('a receiver that is down', () => {
  it('for a day: is probed with one event, and then receives all, in order per goal', async () => {
    const { id } = await world.createWebhook()
    const goals = Array.from({ length: 4 }, () => world.newGoal())
    receiver.answer = withStatus(503)
    const events = new Map(goals.map((goal) => [goal.id, [] as string[]]))
    for (let hour = 0; hour < 24; hour++) {
      for (const goal of goals) events.get(goal.id)?.push(...idsOf(await world.report(goal, 2)))
      await world.deliver()
      await world.sweepFor(60, 5)
    }
    expect(await world.webhook(id)).toMatchObject({ state: 'failing', pausedReason: null })
    expect(firstOf(world.idsReceived()).length).toBeLessThan(6)
    expect(receiver.messages.length).toBeLessThan(50)

    receiver.messages.length = 0
    receiver.answer = withStatus(200)
    await world.sweepFor(65)
    const received = world.idsReceived()
    expect(received).toHaveLength(new Set(received).size)
    expect(received).toHaveLength(4 * 48)
    for (const ids of events.values()) expect(received.filter((one) => ids.includes(one))).toEqual(ids)
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingSince: null })
    expect(emails).toEqual([])
  })

  it('for 3 days: is paused, and each administrator gets one email', async () => {
    const { id } = await world.createWebhook()
    const events = await world.report(world.newGoal(), 8)
    receiver.answer = withStatus(500)
    await world.deliver()
    const failingSince = clock.timestamp
    await world.sweepFor(2 * minutesPerDay, 30)
    expect(await world.webhook(id)).toMatchObject({ state: 'failing', failingSince })
    await world.sweepFor(2 * minutesPerDay, 30)
    expect(await world.webhook(id)).toMatchObject({ state: 'paused', pausedReason: 'failing', failingSince })
    expect(emails.map(({ to, kind }) => [to, kind])).toEqual([
      [ada.email, 'webhook_paused'],
      [bob.email, 'webhook_paused'],
    ])
    expect(emails[0]?.link).toBe(`${world.service.origin}/settings/webhooks`)
    const { length } = receiver.messages
    await world.sweepFor(minutesPerDay, 60)
    expect(receiver.messages).toHaveLength(length)

    receiver.messages.length = 0
    receiver.answer = withStatus(200)
    await ada.api.updateWebhook({ params: { webhookId: id }, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived()).toEqual(idsOf(events))
  })

  it('with 410: is paused at once, and resumed without losing the event', async () => {
    const { id } = await world.createWebhook()
    const [event] = await world.report(world.newGoal())
    receiver.answer = withStatus(410)
    await world.deliver()
    expect(await world.webhook(id)).toMatchObject({ state: 'paused', pausedReason: 'gone' })
    expect(emails).toHaveLength(2)
    receiver.answer = withStatus(204)
    receiver.messages.length = 0
    await ada.api.updateWebhook({ params: { webhookId: id }, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived()).toEqual([event?.id])
  })

  it('and whose administrators cannot be told: they are told later, for a day', async () => {
    await world.createWebhook()
    await world.report(world.newGoal())
    receiver.answer = withStatus(410)
    const broken = { enabled: true, deliver: () => Promise.reject(new Error('No mail today.')) }
    await world.deliver({ email: broken })
    expect(emails).toEqual([])
    await world.sweepFor(60, 10)
    expect(emails).toHaveLength(2)
    await world.sweepFor(60, 10)
    expect(emails).toHaveLength(2)
  })

  it('and one of whose administrators cannot be told: the others get no second email', async () => {
    await world.createWebhook()
    await world.report(world.newGoal())
    receiver.answer = withStatus(410)
    const tried: string[] = []
    const email = {
      enabled: true,
      deliver: async ({ to }: { to: string }) => {
        tried.push(to)
        if (to === ada.email) throw new Error('No such mailbox.')
      },
    }
    await world.deliver({ email })
    await world.sweepFor(60, 10)
    expect(tried.toSorted()).toEqual([ada.email, bob.email])
    expect(emails).toEqual([])
  })

  it('a former administrator gets no email', async () => {
    await world.createWebhook()
    const role = (to: 'admin' | 'member') =>
      ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: to } })
    await role('member')
    await world.report(world.newGoal())
    receiver.answer = withStatus(410)
    await world.deliver()
    expect(emails.map(({ to }) => to)).toEqual([ada.email])
    await role('admin')
  })

  it.each([
    ['a test', 'test'],
    ['a retry by hand', 'retry'],
  ])('%s that succeeds makes it active, and everything pending due', async (_, how) => {
    const { id } = await world.createWebhook()
    const events = await world.report(world.newGoal(), 2)
    receiver.answer = withStatus(500)
    await world.deliver()
    await world.sweepFor(60, 10)
    expect(await world.webhook(id)).toMatchObject({ state: 'failing' })
    receiver.messages.length = 0
    receiver.answer = withStatus(204)
    const params = { webhookId: id }
    if (how === 'test') await ada.api.testWebhook({ params })
    else {
      const deliveries = await world.deliveries(id)
      const deliveryId = deliveries.find(({ eventId }) => eventId === events[0]?.id)?.id ?? ''
      await ada.api.retryWebhookDelivery({ params: { ...params, deliveryId } })
    }
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingSince: null })
    await world.sweep()
    expect(world.idsReceived().slice(how === 'test' ? 1 : 0)).toEqual(idsOf(events))
  })

  it('is tried at once at a new URL', async () => {
    const { id } = await world.createWebhook({ url: 'http://127.0.0.1:1024/hooks' })
    const events = await world.report(world.newGoal(), 2)
    await world.deliver()
    await world.sweepFor(120, 10)
    expect((await world.webhook(id)).state).toBe('failing')
    await ada.api.updateWebhook({ params: { webhookId: id }, body: { url: receiver.url } })
    await world.sweep()
    expect(world.idsReceived()).toEqual(idsOf(events))
    expect((await world.webhook(id)).state).toBe('active')
  })
})

describe('a receiver with random failures', () => {
  it.each([1, 2, 3])('receives every event, in order per goal (seed %d)', async (seed) => {
    let state = seed
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    await world.createWebhook()
    const accepted: string[] = []
    receiver.answer = (response, message) => {
      const chance = random()
      if (chance < 0.5) accepted.push(message.id)
      // It may have the message and fail to say so.
      if (chance > 0.4 && chance < 0.6) response.destroy()
      else response.writeHead(chance < 0.5 ? 200 : 500).end()
    }
    const goals = Array.from({ length: 5 }, () => world.newGoal())
    const events = new Map(goals.map((goal) => [goal.id, [] as string[]]))
    for (let round = 0; round < 10; round++) {
      for (const goal of goals) events.get(goal.id)?.push(...idsOf(await world.report(goal)))
      await world.deliver()
      await world.sweepFor(2)
    }
    for (let hours = 0; hours < 48 && firstOf(accepted).length < 50; hours++) await world.sweepFor(60, 5)
    const first = firstOf(accepted)
    expect(first).toHaveLength(50)
    for (const ids of events.values()) expect(first.filter((id) => ids.includes(id))).toEqual(ids)
  })
})
