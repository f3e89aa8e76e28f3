import type { DeliveriesHandler } from '@cairn/functions/webhook-deliveries/handler'
import type { SQSRecord } from 'aws-lambda'
import type { SimulatedTime } from './simulated-time.ts'

type Message = { body: string; group: string }

/**
 * A fair queue and the instances that Lambda starts for it, in simulated time. A free instance gets the messages of the group that
 * occupies the fewest instances, and of these, of the group that has occupied them for the shortest time: the two measures that SQS
 * documents for fair queues ("How Amazon SQS fair queues work").
 *
 * @param concurrency  Instances that run at once: `maximumConcurrency` of the event source mapping.
 */
export function createEventSource(
  time: SimulatedTime,
  { concurrency, batchSize = 1 }: { concurrency: number; batchSize?: number },
) {
  let waiting: Message[] = []
  let instances = 0
  const inFlight = new Map<string, number>()
  const occupied = new Map<string, number>()
  const failed: unknown[] = []
  let handle: DeliveriesHandler | undefined
  let isStopped = false

  function takeNext(): Message | undefined {
    const [next] = waiting.toSorted(
      (a, b) =>
        (inFlight.get(a.group) ?? 0) - (inFlight.get(b.group) ?? 0) ||
        (occupied.get(a.group) ?? 0) - (occupied.get(b.group) ?? 0),
    )
    waiting = waiting.filter((message) => message !== next)
    return next
  }

  async function invoke(batch: Message[]): Promise<void> {
    const startedAt = time.now()
    for (const { group } of batch) inFlight.set(group, (inFlight.get(group) ?? 0) + 1)
    const Records = batch.map(({ body }, index) => ({ messageId: `${index}`, body }) as SQSRecord)
    const { batchItemFailures } = (await time.work(
      async () => await handle?.({ Records }, { getRemainingTimeInMillis: () => 60_000 }),
    )) ?? { batchItemFailures: [] }
    failed.push(...batchItemFailures)
    for (const { group } of batch) {
      inFlight.set(group, (inFlight.get(group) ?? 0) - 1)
      occupied.set(group, (occupied.get(group) ?? 0) + time.now() - startedAt)
    }
    instances--
    start()
  }

  function start(): void {
    while (instances < concurrency && !isStopped) {
      const batch = Array.from({ length: batchSize }, takeNext).filter((one) => one !== undefined)
      if (batch.length === 0) return
      instances++
      void invoke(batch)
    }
  }

  return {
    /** The messages that the function has returned as failed. */
    failed,
    connect(handler: DeliveriesHandler): void {
      handle = handler
    },
    /** Starts nothing more. */
    stop(): void {
      isStopped = true
    },
    send: async (organizationIds: readonly string[]): Promise<void> => {
      for (const organizationId of organizationIds) {
        waiting.push({ body: JSON.stringify({ organizationId }), group: organizationId })
      }
      start()
    },
  }
}
