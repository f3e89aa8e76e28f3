import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { startDeliveryWorld } from './support/delivery-world.ts'
import { withSend } from './support/with-send.ts'

/** Receivers that accept every delivery, but take longer than 5 seconds for it. Their time passes by the clock of the world only. */

const world = stopAfterFile(await startDeliveryWorld())
const { ada, bob, receiver, clock, emails, pace, stateChanges } = world
await join(ada, bob, 'admin')
const slow = 9_000
const minutesPerDay = 24 * 60
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

beforeEach(async () => {
  receiver.answer = withStatus(204)
  pace.milliseconds = undefined
  await world.sweep()
  receiver.messages.length = 0
  emails.length = 0
  stateChanges.length = 0
})
afterEach(async () => {
  for (const { id } of (await ada.api.listWebhooks()).webhooks) {
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  }
})
afterAll(async () => {
  await expectSoundTable(world.database)
})

/** A webhook that has answered slowly ten times, and the events that it has not received yet. */
async function withSlowWebhook(waiting = 0) {
  const { id } = await world.createWebhook()
  pace.milliseconds = slow
  const events = await world.report(world.newGoal(), 10 + waiting)
  while (await world.deliver());
  expect(receiver.messages).toHaveLength(10)
  return { id, params: { webhookId: id }, events: idsOf(events) }
}

/** The minutes of the next ones in which something was received. */
async function minutesOfAttempts(minutes: number): Promise<number[]> {
  const found: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const before = receiver.messages.length
    const { milliseconds } = pace
    await world.sweepFor(1)
    // The attempt itself took time from the next minute.
    if (receiver.messages.length > before) {
      found.push(minute)
      clock.advance({ milliseconds: -(milliseconds ?? 0) * (receiver.messages.length - before) })
    }
  }
  return found
}

describe('a slow receiver', () => {
  it('gets everything, in turns of 10 seconds, until it was slow ten times in a row', async () => {
    const { id } = await world.createWebhook()
    pace.milliseconds = 5_001
    const events = await world.report(world.newGoal(), 9)
    const unfinished: boolean[] = []
    do unfinished.push(await world.deliver())
    while (unfinished.at(-1))
    expect(unfinished).toEqual([...Array(9).fill(true), false])
    expect(world.idsReceived()).toEqual(idsOf(events))
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingReason: null })
    pace.milliseconds = 5_000
    await world.report(world.newGoal())
    await world.deliver()
    pace.milliseconds = 5_001
    await world.report(world.newGoal(), 9)
    while (await world.deliver());
    expect(await world.webhook(id)).toMatchObject({ state: 'active' })
    await world.report(world.newGoal())
    await world.deliver()
    expect(await world.webhook(id)).toMatchObject({
      state: 'failing',
      failingReason: 'slow',
      failingSince: expect.any(String),
      pausedReason: null,
    })
    expect((await world.deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
    expect(stateChanges).toEqual([
      {
        organizationId: world.organizationId,
        webhookId: id,
        host: new URL(receiver.url).host,
        from: 'active',
        to: 'failing',
        failingReason: 'slow',
        durationMilliseconds: 5_001,
        statusCode: 204,
        error: null,
      },
    ])
  })

  it('is then tried with one event at a time, with growing pauses, in order and without a repetition', async () => {
    const { events } = await withSlowWebhook(8)
    expect(await world.deliver()).toBe(false)
    expect(receiver.messages).toHaveLength(10)
    const minutes = await minutesOfAttempts(160)
    const pauses = minutes.map((minute, index) => minute - (minutes[index - 1] ?? 0))
    // 10 seconds and 1, 5, 15, 30, 60 minutes after the end of each, at the next sweep of a minute.
    expect(pauses).toEqual([1, 2, 6, 16, 31, 61])
    expect(world.idsReceived()).toEqual(events.slice(0, 16))
  })

  it('costs nothing while it rests: events wake nobody', async () => {
    await withSlowWebhook(1)
    let writes = 0
    const counted = withSend(world.database, async (...parameters) => {
      if (!/Query|Get/.test(parameters[0].constructor.name)) writes++
      return world.database.client.send(...parameters)
    })
    await world.report(world.newGoal())
    expect(await world.deliver({ database: counted })).toBe(false)
    expect(writes).toBe(0)
  })

  it('recovers with one quick answer, and gets everything that has waited', async () => {
    const { id, events } = await withSlowWebhook(40)
    pace.milliseconds = 20
    await world.sweepFor(1)
    expect(world.idsReceived()).toEqual(events)
    expect(await world.webhook(id)).toMatchObject({
      state: 'active',
      failingReason: null,
      failingSince: null,
    })
    expect(stateChanges.map(({ to }) => to)).toEqual(['failing', 'active'])
  })

  it.each([
    ['a test that succeeds', 'test'],
    ['another URL', 'url'],
    ['an administrator who resumes it', 'resume'],
  ])('is tried at once after %s', async (_, how) => {
    const { params, events, id } = await withSlowWebhook(3)
    await world.sweepFor(6)
    const before = receiver.messages.length
    pace.milliseconds = 20
    if (how === 'test') await ada.api.testWebhook({ params })
    if (how === 'url') await ada.api.updateWebhook({ params, body: { url: `${receiver.url}/new` } })
    if (how === 'resume') await ada.api.updateWebhook({ params, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived().slice(before + (how === 'test' ? 1 : 0))).toEqual(events.slice(before))
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingReason: null })
  })

  it('that fails now and then is retried with that event first, and remains failing', async () => {
    const { id, events } = await withSlowWebhook(3)
    receiver.answer = withStatus(500)
    await world.sweepFor(1)
    expect(world.idsReceived().slice(10)).toEqual(events.slice(10, 11))
    receiver.answer = withStatus(204)
    await world.sweepFor(1)
    expect(world.idsReceived().slice(10)).toEqual([events[10], events[10]])
    expect(await world.webhook(id)).toMatchObject({ state: 'failing', failingReason: 'slow' })
    pace.milliseconds = 20
    await world.sweepFor(10)
    expect(world.idsReceived().slice(11)).toEqual(events.slice(10))
  })

  it('that stops answering at all fails for errors', async () => {
    const { id } = await withSlowWebhook(3)
    receiver.answer = withStatus(500)
    await world.sweepFor(120, 5)
    expect(await world.webhook(id)).toMatchObject({ state: 'failing', failingReason: 'errors' })
    receiver.answer = withStatus(204)
    pace.milliseconds = 20
    await world.sweepFor(60, 5)
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingReason: null })
  })

  it('is paused after 3 days, which administrators are told, and resumed where it was', async () => {
    const { id, params, events } = await withSlowWebhook(90)
    const { failingSince } = await world.webhook(id)
    await world.sweepFor(2 * minutesPerDay, 20)
    expect(await world.webhook(id)).toMatchObject({ state: 'failing', failingSince })
    await world.sweepFor(2 * minutesPerDay, 20)
    expect(await world.webhook(id)).toMatchObject({
      state: 'paused',
      pausedReason: 'failing',
      failingReason: 'slow',
      failingSince,
    })
    expect(emails.map(({ to }) => to)).toEqual([ada.email, bob.email])
    expect(emails[0]?.text).toContain('more than 5 seconds to accept each delivery, for 3 days')
    const received = receiver.messages.length
    await world.sweepFor(minutesPerDay, 60)
    expect(receiver.messages).toHaveLength(received)
    pace.milliseconds = 20
    await ada.api.updateWebhook({ params, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived()).toEqual(events)
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingReason: null })
  })

  it('does not make up for errors: a success that is slow ends them', async () => {
    const { id } = await world.createWebhook()
    receiver.answer = withStatus(500)
    const events = await world.report(world.newGoal(), 3)
    await world.deliver()
    await world.sweepFor(60, 10)
    expect(await world.webhook(id)).toMatchObject({ state: 'failing', failingReason: 'errors' })
    receiver.messages.length = 0
    receiver.answer = withStatus(204)
    pace.milliseconds = slow
    await world.sweepFor(60, 10)
    expect(world.idsReceived()).toEqual(idsOf(events))
    expect(await world.webhook(id)).toMatchObject({ state: 'active', failingReason: null })
  })
})

it('a worker that dies after the tenth slow answer leaves a webhook whose lease ends, and then rests', async () => {
  const { id } = await world.createWebhook()
  pace.milliseconds = slow
  const events = idsOf(await world.report(world.newGoal(), 12))
  // The write of the tenth result is its last.
  let writesLeft = Number.POSITIVE_INFINITY
  const database = withSend(world.database, async (...parameters) => {
    const isWrite = /Transact|Put/.test(parameters[0].constructor.name)
    if (isWrite && writesLeft-- <= 0) throw new Error('The worker is dead.')
    return world.database.client.send(...parameters)
  })
  const sender = {
    send: async (...parameters: Parameters<typeof world.services.sender.send>) => {
      const result = await world.services.sender.send(...parameters)
      if (receiver.messages.length === 10) writesLeft = 1
      return result
    },
  }
  await expect(
    (async () => {
      while (await world.deliver({ database, sender }));
    })(),
  ).rejects.toThrow('The worker is dead.')
  expect(await world.webhook(id)).toMatchObject({ state: 'failing', failingReason: 'slow' })
  expect(world.idsReceived()).toEqual(events.slice(0, 10))
  // It has rested for 10 seconds, but the lease of the dead worker lasts for a minute.
  clock.advance({ milliseconds: 30_000 })
  await world.sweep()
  expect(receiver.messages).toHaveLength(10)
  await world.sweepFor(1)
  expect(world.idsReceived()).toEqual(events.slice(0, 11))
})
