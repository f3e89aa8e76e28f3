import { webhookKeyOf } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { webhookEntity } from '@cairn/domain/storage/table/entities/webhooks/webhook'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'
import { sampleOf, sampleTitle } from '../../support/test-all.ts'
import { firstOf, startDeliveryWorld } from './support/delivery-world.ts'
import { breaking, withSend } from './support/with-send.ts'

/** Whatever happens while receivers are slow: faults, changes by administrators, and the end of the organization. */

const world = stopAfterFile(await startDeliveryWorld())
const { ada, receiver, clock, pace, database, organizationId } = world
const slow = 9_000
const leaseEnds = { milliseconds: 61_000 }
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

beforeEach(async () => {
  receiver.answer = withStatus(204)
  pace.milliseconds = undefined
  clock.advance(leaseEnds)
  await world.sweep()
  receiver.messages.length = 0
})
afterEach(async () => {
  for (const { id } of (await ada.api.listWebhooks()).webhooks) {
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  }
})
afterAll(async () => {
  await expectSoundTable(database)
})

const stored = async (webhookId: string) => {
  const record = await readRecord(database, webhookEntity, webhookKeyOf({ organizationId, webhookId }))
  if (!record) throw new Error('There is no webhook.')
  return record
}

/** A webhook that was slow so often, with events that it has not received. */
async function withSlowAnswers(slowAnswers: number, waiting: number) {
  const { id } = await world.createWebhook()
  pace.milliseconds = slow
  await world.report(world.newGoal(), slowAnswers)
  while (await world.deliver());
  while (((await stored(id)).slowAnswers ?? 0) < slowAnswers) await world.sweepFor(61)
  expect(await stored(id)).toMatchObject({ slowAnswers })
  receiver.messages.length = 0
  const events = idsOf(await world.report(world.newGoal(), waiting))
  return { id, params: { webhookId: id }, events }
}

describe.each(['before', 'after'] as const)('a fault %s any call of a turn', (when) => {
  /** Three turns of one attempt each, of which the second makes the webhook failing. Returns the number of calls. */
  async function checkFault(call: number): Promise<number> {
    const { id, events } = await withSlowAnswers(8, 8)
    const broken = breaking(database, call, when)
    for (let turn = 0; turn < 3; turn++) {
      await world.deliver({ database: broken.database }).catch(() => undefined)
    }
    await world.sweepFor(2)
    expect(await stored(id), `call ${call}`).toMatchObject({ state: 'failing', failingReason: 'slow' })
    pace.milliseconds = 20
    await world.sweepFor(20, 20)
    expect(firstOf(world.idsReceived()), `call ${call}`).toEqual(events)
    // At most the attempt whose result was not written is repeated.
    expect(receiver.messages.length, `call ${call}`).toBeLessThanOrEqual(events.length + 1)
    const after = await stored(id)
    expect(after, `call ${call}`).toMatchObject({ state: 'active', failures: 0 })
    const cleared = [after.slowAnswers, after.notBefore, after.failingReason, after.lease]
    expect(cleared, `call ${call}`).toEqual(Array(4).fill(undefined))
    expect((await world.deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
    await ada.api.deleteWebhook({ params: { webhookId: id } })
    await world.sweep()
    return broken.calls()
  }

  it(`loses no event of a slow receiver, and keeps their order (${sampleTitle})`, async () => {
    const calls = await checkFault(Number.POSITIVE_INFINITY)
    expect(calls).toBeGreaterThan(12)
    for (const call of sampleOf(Array.from({ length: calls }, (_, index) => index + 1)))
      await checkFault(call)
  })
})

it('a webhook that rests for long has its own timer again after the lease of a dead worker', async () => {
  const { id, events } = await withSlowAnswers(15, 0)
  // The worker that wrote the last result died before it gave the lease back.
  await world.sweepFor(60)
  events.push(...idsOf(await world.report(world.newGoal())))
  let writes = Number.POSITIVE_INFINITY
  const dying = withSend(database, async (...parameters) => {
    if (/Transact|Put/.test(parameters[0].constructor.name) && writes-- <= 0)
      throw new Error('The worker is dead.')
    return database.client.send(...parameters)
  })
  receiver.answer = (response) => {
    writes = 1
    response.writeHead(204).end()
  }
  await expect(world.deliver({ database: dying })).rejects.toThrow('The worker is dead.')
  const { lease, notBefore = 0 } = await stored(id)
  expect(lease?.id).toBeDefined()
  expect(notBefore - clock.read().getTime()).toBe(60 * 60_000)
  await world.sweepFor(2)
  const after = await stored(id)
  expect(after.lease).toBeUndefined()
  expect(after.dueAt).toBe(notBefore)
  expect(await world.sweep()).toEqual([])
  expect(world.idsReceived()).toEqual(events)
})

describe('an administrator, while the tenth slow attempt runs', () => {
  const during = async (change: (params: { webhookId: string }) => Promise<unknown>) => {
    const { params, events } = await withSlowAnswers(9, 2)
    receiver.answer = (response, message) => {
      const isTime = message.id === events[0]
      const changed = isTime ? change(params) : Promise.resolve()
      void changed.then(() => response.writeHead(204).end())
    }
    const isUnfinished = await world.deliver()
    return { ...params, params, events, isUnfinished }
  }

  it('rotates the secret: the answer counts, and the next message has both signatures', async () => {
    const { webhookId, events } = await during((params) => ada.api.rotateWebhookSecret({ params }))
    expect(await stored(webhookId)).toMatchObject({ state: 'failing', slowAnswers: 10 })
    await world.sweepFor(1)
    expect(world.idsReceived()).toEqual(events)
    const signatures = receiver.messages.map(
      ({ headers }) => String(headers['webhook-signature']).split(' ').length,
    )
    expect(signatures).toEqual([1, 2])
  })

  it('pauses it: it is paused, has no timer, and is not failing', async () => {
    const { webhookId, params, events, isUnfinished } = await during((params) =>
      ada.api.updateWebhook({ params, body: { state: 'paused' } }),
    )
    expect(isUnfinished).toBe(false)
    const paused = await stored(webhookId)
    expect(paused).toMatchObject({ state: 'paused', pausedReason: 'administrator', slowAnswers: 9 })
    expect([paused.timer, paused.notBefore, paused.failingReason, paused.lease]).toEqual([
      'off',
      undefined,
      undefined,
      undefined,
    ])
    expect(await world.webhook(webhookId)).toMatchObject({ failingReason: null, failingSince: null })
    clock.advance(leaseEnds)
    expect(await world.sweep()).toEqual([])
    pace.milliseconds = 20
    await ada.api.updateWebhook({ params, body: { state: 'active' } })
    await world.sweep()
    expect(world.idsReceived()).toEqual(events)
  })

  it('changes the URL: the answer of the old one does not make the new one rest for long', async () => {
    const { webhookId, events } = await during((params) =>
      ada.api.updateWebhook({ params, body: { url: `${receiver.url}/new` } }),
    )
    pace.milliseconds = 20
    await world.sweepFor(1)
    expect(world.idsReceived()).toEqual(events)
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/hooks', '/hooks/new'])
    expect(await stored(webhookId)).toMatchObject({ state: 'active' })
  })

  it('deletes it: nothing more is sent, and nothing of it remains', async () => {
    const { events } = await during((params) => ada.api.deleteWebhook({ params }))
    expect(world.idsReceived()).toEqual(events.slice(0, 1))
    clock.advance(leaseEnds)
    await world.sweep()
    expect(receiver.messages).toHaveLength(1)
    const { webhook = [], webhookDelivery = [], queuedDelivery = [] } = await readTable(database)
    expect([webhook, webhookDelivery, queuedDelivery]).toEqual([[], [], []])
  })
})

describe('a webhook that rests', () => {
  it('and is deleted is removed at once, with its deliveries', async () => {
    const { params } = await withSlowAnswers(12, 3)
    await ada.api.deleteWebhook({ params })
    await world.sweep()
    const { webhook = [], webhookDelivery = [] } = await readTable(database)
    expect([webhook, webhookDelivery]).toEqual([[], []])
    expect(receiver.messages).toEqual([])
  })

  it('and is paused by an administrator is not tried when it has rested', async () => {
    const { params } = await withSlowAnswers(12, 3)
    await ada.api.updateWebhook({ params, body: { state: 'paused' } })
    expect((await ada.api.getWebhook({ params })).webhook).toMatchObject({
      state: 'paused',
      failingReason: null,
    })
    await world.sweepFor(60, 5)
    expect(receiver.messages).toEqual([])
  })
})

describe('a deleted organization with a slow receiver', () => {
  it('gets nothing more, though a turn was unfinished, it rested or an attempt was running', async () => {
    const other = stopAfterFile(await startDeliveryWorld())
    await other.createWebhook()
    other.pace.milliseconds = slow
    await other.report(other.newGoal(), 14)
    while (await other.deliver());
    const running = Promise.withResolvers<void>()
    other.receiver.answer = (response) => {
      running.resolve()
      void other.ada.api
        .getOrganizationContext()
        .then(({ organizations }) => organizations.find(({ id }) => id === other.organizationId)?.name ?? '')
        .then((name) => other.ada.api.deleteOrganization({ body: { name } }))
        .then(() => response.writeHead(204).end())
    }
    other.clock.advance({ milliseconds: 10_000 })
    expect(await other.deliver()).toBe(false)
    await running.promise
    expect(other.receiver.messages).toHaveLength(11)
    expect(await other.deliver()).toBe(false)
    await other.sweepFor(4 * 24 * 60, 60)
    expect(other.receiver.messages).toHaveLength(11)
  })
})

it('a turn that ends while a webhook is paused or gone wakes nobody for it', async () => {
  const { id } = await withSlowAnswers(1, 3)
  receiver.answer = withStatus(410)
  // The attempt takes the whole turn, so that the administrators are told in the next one.
  expect(await world.deliver()).toBe(true)
  expect(await world.deliver()).toBe(false)
  expect(await stored(id)).toMatchObject({ state: 'paused', pausedReason: 'gone' })
  expect((await stored(id)).timer).toBe('off')
  expect(world.emails.map(({ to }) => to)).toEqual([ada.email])
})

it('a worker that is stopped while an administrator pauses the webhook leaves no timer', async () => {
  const { id, params } = await withSlowAnswers(1, 3)
  const end = new AbortController()
  receiver.answer = () => {
    void ada.api
      .updateWebhook({ params, body: { state: 'paused' } })
      .then(() => end.abort(new Error('The process stops.')))
  }
  await world.deliver({ signal: end.signal })
  const paused = await stored(id)
  expect(paused.state).toBe('paused')
  expect([paused.timer, paused.lease]).toEqual(['off', undefined])
})
