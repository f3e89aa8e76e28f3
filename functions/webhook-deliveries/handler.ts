import { deliverWebhooks } from '@cairn/domain/background/deliveries/deliver-webhooks'
import type { WebhookSender } from '@cairn/domain/background/deliveries/services'
import type { BackgroundRuntime } from '@cairn/lambda'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'
import { readMessage } from '@cairn/lambda/webhooks/webhook-queue'
import { createWebhookSender } from '@cairn/lambda/webhooks/webhook-sender'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'

export type DeliveriesHandler = (
  event: SQSEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<SQSBatchResponse>

/** Attempts are aborted this long before the timeout, so that the webhooks are still given back. */
const reserveMilliseconds = 8_000

/**
 * Delivers events to the webhooks of the organizations that the messages name. What the time does not suffice for is due at once:
 * the next sweep announces it again. A message whose work failed comes again.
 */
export function createDeliveriesHandler(
  runtime: BackgroundRuntime,
  sender: WebhookSender = createWebhookSender(runtime.configuration.webhookTargets),
): DeliveriesHandler {
  const { configuration, database, clock, logger } = runtime
  const email = createEmailDelivery(runtime)
  const { webOrigin } = configuration
  return async ({ Records }, context) => {
    const remaining = context.getRemainingTimeInMillis()
    const end = new AbortController()
    const timer = setTimeout(
      () => end.abort(new Error('The function ends.')),
      remaining - reserveMilliseconds,
    )
    const services = {
      database: { ...database, deadline: Date.now() + remaining },
      webOrigin,
      sender,
      email,
      clock,
      signal: end.signal,
    }
    const failed: string[] = []
    const deliver = async (messages: typeof Records) => {
      try {
        const [first] = messages
        if (first) await deliverWebhooks(services, readMessage(first.body))
      } catch (error) {
        logger.error('failed to deliver events to webhooks', { error: error as Error })
        failed.push(...messages.map(({ messageId }) => messageId))
      }
    }
    // Messages that name the same organization ask for the same work.
    const groups = Map.groupBy(Records, ({ body }) => body)
    await Promise.all([...groups.values()].map(deliver))
    clearTimeout(timer)
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }
}
