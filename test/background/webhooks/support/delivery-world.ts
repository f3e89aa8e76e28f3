import { randomUUID } from 'node:crypto'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Webhook } from '@cairn/contract/schemas/webhooks'
import type { EmailMessage } from '@cairn/domain/accounts/email/email-delivery'
import { deliverWebhooks } from '@cairn/domain/background/deliveries/deliver-webhooks'
import type { DeliveryServices, WebhookStateChange } from '@cairn/domain/background/deliveries/services'
import { wakeDueWebhook } from '@cairn/domain/background/deliveries/wake'
import { sweepRecords } from '@cairn/domain/background/due/sweep-records'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { createWebhookSender } from '@cairn/lambda/webhooks/webhook-sender'
import { createSend } from '../../../support/requests/exchange.ts'
import { startReceiver } from '../../../support/requests/receiver.ts'
import { createClock } from '../../../support/service/clock.ts'
import { proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'

/** The members of an organization, a receiver, and workers whose clock stands still until a test moves it. */
export async function startDeliveryWorld() {
  const clock = createClock()
  const service = await startTestService({
    clock: clock.read,
    environment: { ...proxyEnvironment, RATE_LIMITS: 'off' },
    // Tests are the workers.
    background: false,
  })
  const { database } = service.table
  const people = proxiedPeople(service, ['ada', 'bob', 'cem', 'sam'], clock.read)
  const { ada } = people
  const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
  const receiver = await startReceiver()
  const emails: EmailMessage[] = []
  const stateChanges: WebhookStateChange[] = []
  const end = new AbortController()
  const sender = createWebhookSender('loopback')
  /** The duration of each attempt by the clock of this world. Undefined: the clock stands still, and the real duration is recorded. */
  const pace: { milliseconds: number | undefined } = { milliseconds: undefined }
  const services: DeliveryServices = {
    database,
    webOrigin: service.origin,
    sender: {
      send: async (request, options) => {
        const result = await sender.send(request, options)
        const { milliseconds } = pace
        if (milliseconds === undefined) return result
        clock.advance({ milliseconds })
        return { ...result, durationMilliseconds: milliseconds }
      },
    },
    email: {
      enabled: true,
      deliver: async (message) => {
        emails.push(message)
      },
    },
    clock: clock.read,
    signal: end.signal,
    onStateChange: (change) => stateChanges.push(change),
  }
  let goals = 0
  const world = {
    ...people,
    clock,
    service,
    database,
    send: createSend(service),
    organizationId,
    receiver,
    emails,
    stateChanges,
    pace,
    services,
    /** Creates a webhook of Ada's organization. */
    createWebhook: async (fields: Partial<{ url: string; types: Event['type'][]; format: 'slack' }> = {}) => {
      const { webhook, secret } = await ada.api.createWebhook({ body: { url: receiver.url, ...fields } })
      return { ...webhook, secret }
    },
    webhook: async (webhookId: string): Promise<Webhook> =>
      (await ada.api.getWebhook({ params: { webhookId } })).webhook,
    deliveries: async (webhookId: string) =>
      (await ada.api.listWebhookDeliveries({ params: { webhookId } })).deliveries,
    newGoal: () => ({ id: randomUUID(), title: `Goal ${++goals}` }),
    /** Appends reports on a goal to the feed. Returns the events. */
    report: async (goal: { id: string; title: string }, count = 1): Promise<Event[]> => {
      const events = Array.from({ length: count }, () => reported(goal, ada.userId, clock.timestamp))
      await appendEvents(database, organizationId, events, clock.read())
      return events
    },
    append: (events: Event[]) => appendEvents(database, organizationId, events, clock.read()),
    /** Works for one turn, which is long enough unless a test moves the clock meanwhile. Returns whether there is more to do. */
    deliver: async (changes: Partial<DeliveryServices> = {}): Promise<boolean> => {
      const { isUnfinished, errors } = await deliverWebhooks({ ...services, ...changes }, organizationId)
      for (const error of errors) throw error
      return isUnfinished
    },
    /** Does what is due now, as the timer of a process does. */
    sweep: async () => {
      const woken = new Set<string>()
      const due = {
        ...services,
        wakeWebhooks: async (ids: readonly string[]) => {
          for (const id of ids) woken.add(id)
        },
        logError: (message: string, details: Record<string, unknown>) => {
          if (details.entity === 'webhook') throw new Error(message, { cause: details })
        },
      }
      const limits = { deadline: Number.POSITIVE_INFINITY }
      await sweepRecords(due, { webhook: wakeDueWebhook }, clock.read(), limits)
      for (const id of woken) {
        let isUnfinished = true
        // As often as the queue announces it again.
        while (isUnfinished) ({ isUnfinished } = await deliverWebhooks(services, id))
      }
      return [...woken]
    },
    /** Sweeps every minute for some minutes. */
    sweepFor: async (minutes: number, everyMinutes = 1) => {
      for (let minute = 0; minute < minutes; minute += everyMinutes) {
        clock.advance({ milliseconds: everyMinutes * 60_000 })
        await world.sweep()
      }
    },
    idsReceived: () => receiver.messages.map(({ id }) => id),
    stop: async () => {
      end.abort()
      await receiver.stop()
      await service.stop()
    },
  }
  return world
}

/** A report on a goal, as the feed has it. */
export function reported(goal: { id: string; title: string }, userId: string, createdAt: string): Event {
  return {
    id: randomUUID(),
    type: 'goal.reported',
    createdAt,
    actor: { kind: 'user', id: userId, runId: null },
    authorityUserId: userId,
    goal,
    data: {
      revision: 2,
      version: 2,
      summary: 'two days late',
      status: 'active',
      health: 'at_risk',
      previous: { status: 'active', health: 'on_track' },
    },
  }
}

/** The order of ids without their repetitions. */
export function firstOf(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
