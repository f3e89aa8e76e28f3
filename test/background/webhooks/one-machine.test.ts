import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { withCookie } from '../../support/people/clients.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { type Receiver, startReceiver, withStatus } from '../../support/requests/receiver.ts'
import { machineForEachTest } from '../../support/service/machine.ts'
import { startTestService } from '../../support/service/service.ts'

/** Webhooks of a whole service, driven by its process. */

const stops: (() => Promise<void>)[] = []
const started = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
  const service = await starting
  stops.push(() => service.stop())
  return service
}
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

const ada = { email: 'ada@example.com', displayName: 'Ada' }
const typesOf = ({ messages }: Receiver) => messages.map(({ body }) => JSON.parse(body).type)
const arrived = (receiver: Receiver, count: number) =>
  eventually(() => expect(receiver.messages.length).toBeGreaterThanOrEqual(count))

describe('a service on one machine', () => {
  it('delivers what people do soon after they did it, in order', async () => {
    const receiver = await started(startReceiver())
    const service = await started(startTestService())
    const browser = await signIn(service, ada)
    await browser.api.createWebhook({ body: { url: receiver.url } })
    const { id: goalId } = await createGoal(browser)
    const params = { goalId }
    await browser.api.createGoalUpdate({ params, body: reportOf('Ten trees') })
    await browser.api.updateGoal({ params, body: { title: 'Trees' } })
    await browser.api.createGoalLabel({ body: { name: 'Forest' } })
    await browser.api.deleteGoal({ params })
    await arrived(receiver, 5)
    expect(typesOf(receiver)).toEqual([
      'goal.published',
      'goal.reported',
      'goal.edited',
      'label.created',
      'goal.deleted',
    ])
    const { events } = await browser.api.listEvents()
    expect(receiver.messages.map(({ body }) => JSON.parse(body).data)).toEqual(
      events.map((event) => expect.objectContaining(event)),
    )
  })

  it('does not let a slow receiver delay other webhooks, other organizations or its stop', async () => {
    const slow = await started(startReceiver())
    const fast = await started(startReceiver())
    slow.answer = () => undefined
    const service = await started(startTestService({ webhookGrace: 10 }))
    const browser = await signIn(service, ada)
    const other = await signIn(service, { email: 'sam@example.com', displayName: 'Sam' })
    await browser.api.createWebhook({ body: { url: slow.url } })
    await browser.api.createWebhook({ body: { url: fast.url } })
    await other.api.createWebhook({ body: { url: fast.url } })
    await createGoal(browser)
    await arrived(slow, 1)
    for (let count = 0; count < 3; count++) await createGoal(browser)
    await createGoal(other)
    await arrived(fast, 5)
    expect(slow.messages).toHaveLength(1)
    await service.stop()
    expect(slow.messages).toHaveLength(1)
  })
})

describe('a process that ends', () => {
  const machine = machineForEachTest()
  const environment = { WEBHOOK_TARGETS: 'loopback', EMAIL_DELIVERY: 'log' }

  it('by kill -9 loses no event: the next process delivers what was not, and repeats at most one', async () => {
    const receiver = await started(startReceiver())
    // The first process dies while the receiver has one message and has not answered.
    receiver.answer = () => undefined
    const first = await machine.start(environment)
    const browser = await signIn(first, ada)
    await browser.api.createWebhook({ body: { url: receiver.url } })
    for (let count = 0; count < 5; count++) await createGoal(browser)
    await arrived(receiver, 1)
    process.kill(first.pid, 'SIGKILL')
    await first.exited

    receiver.answer = withStatus(204)
    const [unanswered] = receiver.messages
    const again = withCookie(await machine.startHere({ environment }), browser.cookie)
    // The feed may repeat events after a crash.
    const events = async () => [...new Set((await again.listEvents()).events.map(({ id }) => id))]
    await eventually(async () => expect(await events()).toHaveLength(5))
    await eventually(() => expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(5))
    const ids = receiver.messages.map(({ id }) => id)
    expect(ids[1]).toBe(unanswered?.id)
    expect([...new Set(ids)]).toEqual(await events())
  })

  it('by a signal aborts the attempt after its grace; the next process continues at once', async () => {
    const receiver = await started(startReceiver())
    receiver.answer = () => undefined
    const first = await machine.startHere({ environment, webhookGrace: 10 })
    const browser = await signIn(first, ada)
    await browser.api.createWebhook({ body: { url: receiver.url } })
    await createGoal(browser)
    await arrived(receiver, 1)
    await first.stop()

    receiver.answer = withStatus(204)
    await machine.startHere({ environment })
    await arrived(receiver, 2)
    expect(receiver.messages[1]?.id).toBe(receiver.messages[0]?.id)
  })
})
