import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { startReceiver, withStatus } from '../../../support/requests/receiver.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createWebhook, deadUrl, startWebhooks } from './support/start.ts'

const { ada, bob, cem, sam, clock, service } = await startWebhooks({ RATE_LIMITS: 'testWebhook.account=20' })
const receiver = stopAfterFile(await startReceiver())
const webhook = await createWebhook(ada, { url: receiver.url })
const params = { webhookId: webhook.id }
const test = async (by = ada) => (await by.api.testWebhook({ params })).delivery

beforeEach(() => {
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
})

describe('a test', () => {
  it('delivers one signed message at once and returns the delivery', async () => {
    const delivery = await test()
    expect(delivery).toEqual({
      id: delivery.id,
      eventId: delivery.eventId,
      type: 'webhook.test',
      goal: null,
      state: 'delivered',
      attempts: [
        { at: clock.timestamp, durationMilliseconds: expect.any(Number), statusCode: 204, error: null },
      ],
      attemptCount: 1,
      nextAttemptAt: null,
      createdAt: clock.timestamp,
    })
    const [message] = receiver.messages
    expect(receiver.messages).toHaveLength(1)
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': delivery.eventId,
      'webhook-timestamp': String(clock.read().getTime() / 1000),
    })
    vi.useFakeTimers({ now: clock.read(), toFake: ['Date'] })
    const payload = new Verifier(webhook.secret).verify(
      message?.body ?? '',
      message?.headers as Record<string, string>,
    )
    vi.useRealTimers()
    expect(payload).toEqual({
      type: 'webhook.test',
      timestamp: clock.timestamp,
      data: {
        id: delivery.eventId,
        type: 'webhook.test',
        createdAt: clock.timestamp,
        actor: { kind: 'user', id: ada.userId, runId: null },
        authorityUserId: ada.userId,
        goal: null,
        data: {},
        goalUrl: null,
      },
    })
    const { lastDeliveredAt } = (await ada.api.getWebhook({ params })).webhook
    expect(lastDeliveredAt).toBe(clock.timestamp)
  })

  it('200s a failure too, which is not retried', async () => {
    receiver.answer = withStatus(500)
    const delivery = await test(bob)
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: [{ statusCode: 500, error: 'status 500' }],
      nextAttemptAt: null,
    })
    expect((await ada.api.getWebhook({ params })).webhook.state).toBe('active')
  })

  it('works for a paused webhook, which stays paused', async () => {
    await ada.api.updateWebhook({ params, body: { state: 'paused' } })
    expect((await test()).state).toBe('delivered')
    expect((await ada.api.getWebhook({ params })).webhook.state).toBe('paused')
    await ada.api.updateWebhook({ params, body: { state: 'active' } })
  })

  it('says that nothing listens, without saying more', async () => {
    const dead = await createWebhook(ada, { url: deadUrl })
    const { delivery } = await ada.api.testWebhook({ params: { webhookId: dead.id } })
    expect(delivery.attempts).toMatchObject([{ statusCode: null, error: 'connection failed' }])
  })

  it('403s a member and 404s others, and sends nothing', async () => {
    expect(await outcomeOf(test(cem))).toBe('403 organization_admin_required')
    expect(await outcomeOf(test(sam))).toBe('404 webhook_not_found')
    expect(receiver.messages).toEqual([])
  })

  it('writes no secret to the log', () => {
    expect(service.lines.join('\n')).not.toContain(webhook.secret.slice(6))
  })

  it('429s a person who tests too often, and nobody else', async () => {
    const outcomes: string[] = []
    for (let count = 0; count < 21; count++) outcomes.push(await outcomeOf(test()))
    expect(outcomes.at(-1)).toBe('429 too_many_requests')
    const { length } = receiver.messages
    expect(await outcomeOf(test())).toBe('429 too_many_requests')
    expect(receiver.messages).toHaveLength(length)
    expect(await outcomeOf(test(bob))).toBe('ok')
  })
})
