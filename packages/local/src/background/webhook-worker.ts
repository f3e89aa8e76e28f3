import { deliverToWebhook, listWebhooksWithWork } from '@cairn/domain/background/deliveries/deliver-webhooks'
import type { DeliveryServices } from '@cairn/domain/background/deliveries/services'
import { wakeAllWebhooks } from '@cairn/domain/background/deliveries/wake'
import type { WebhookKey } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { createWorkerSlots, type WorkerSlots } from './worker-slots.ts'

export type WebhookWorker = {
  /** Lets the worker look for what organizations' webhooks have not received. Does not wait for receivers. */
  wake(organizationIds: readonly string[]): Promise<void>
  /** Aborts attempts that take longer than the grace. The next start repeats them. */
  stop(): Promise<void>
}

export type WebhookWorkerOptions = {
  services: Omit<DeliveryServices, 'signal'>
  logError: (message: string, error: unknown) => void
  /** Whether it looks at once for what an earlier process has left. */
  pollsAtStart: boolean
  /** The time that a stopping service waits for receivers, in milliseconds. */
  grace?: number
  /** For tests. */
  slots?: WorkerSlots
}

const graceMilliseconds = 2_000

/**
 * Delivers events to webhooks, each webhook by itself: a slow receiver delays no other one. Each is worked on for one turn at a time,
 * and organizations share the workers (`worker-slots.ts`). A webhook that is woken while it is being worked on is worked on once more
 * afterwards.
 */
export function startWebhookWorker({
  services,
  pollsAtStart,
  logError,
  grace = graceMilliseconds,
  slots = createWorkerSlots(),
}: WebhookWorkerOptions): WebhookWorker {
  const end = new AbortController()
  const limited = { ...services, signal: end.signal }
  let isStopping = false
  const running = new Map<string, { work: Promise<void>; isAwaited: boolean }>()
  const listing = new Set<Promise<void>>()

  /** Returns whether the turn ended before the work did. */
  async function takeTurn(organizationId: string, key: WebhookKey): Promise<boolean> {
    // It may have waited for its turn since.
    if (isStopping) return false
    try {
      return await deliverToWebhook(limited, organizationId, key)
    } catch (error) {
      if (!end.signal.aborted) logError('failed to deliver events to a webhook, which is tried again', error)
      return false
    }
  }

  async function deliver(organizationId: string, key: WebhookKey, name: string): Promise<void> {
    for (;;) {
      const isUnfinished = await slots.run(organizationId, () => takeTurn(organizationId, key))
      // In the same turn of the event loop as the last poll: a later wake starts again.
      const entry = running.get(name)
      if (isStopping || !(isUnfinished || entry?.isAwaited)) {
        running.delete(name)
        return
      }
      if (entry) entry.isAwaited = false
    }
  }

  async function wakeOrganization(organizationId: string): Promise<void> {
    for (const key of await listWebhooksWithWork(services, organizationId)) {
      const name = `${key.organizationKey}/${key.webhookKey}`
      const known = running.get(name)
      if (isStopping) return
      if (known) known.isAwaited = true
      else {
        const entry = { work: Promise.resolve(), isAwaited: false }
        running.set(name, entry)
        entry.work = deliver(organizationId, key, name)
      }
    }
  }

  const worker: WebhookWorker = {
    async wake(organizationIds) {
      if (isStopping) return
      const work = Promise.all(organizationIds.map(wakeOrganization)).then(() => undefined)
      listing.add(work)
      try {
        await work
      } finally {
        listing.delete(work)
      }
    },
    async stop() {
      isStopping = true
      const timer = setTimeout(() => end.abort(new Error('The service stops.')), grace)
      await Promise.allSettled([...listing])
      await Promise.all([...running.values()].map(({ work }) => work))
      clearTimeout(timer)
    },
  }
  if (pollsAtStart) {
    wakeAllWebhooks({ database: services.database, wakeWebhooks: worker.wake }, services.clock()).catch(
      (error) => logError('failed to look for deliveries at the start, which is done later', error),
    )
  }
  return worker
}
