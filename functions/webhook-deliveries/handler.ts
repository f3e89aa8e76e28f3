import { deliverWebhooks } from '@cairn/domain/background/deliveries/deliver-webhooks'
import type { DeliveryServices, WebhookSender } from '@cairn/domain/background/deliveries/services'
import type { BackgroundRuntime } from '@cairn/lambda'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'
import { readMessage, type WebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import { logWebhookState } from '@cairn/lambda/webhooks/webhook-state-log'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'

export type DeliveriesHandler = (
  event: SQSEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<SQSBatchResponse>

/** Attempts are aborted this long before the timeout, so that the webhooks are still given back. */
const reserveMilliseconds = 8_000

export type DeliveriesOptions = {
  sender: WebhookSender
  queue: Pick<WebhookQueue, 'send'>
}

/**
 * Delivers events to the webhooks of the organizations that the messages name, each for one turn. An organization that has more to do
 * is put into the queue again, behind others. If that fails, the next sweep announces what is left: it is due at once. A message whose
 * work failed comes again.
 */
export function createDeliveriesHandler(
  runtime: BackgroundRuntime,
  { sender, queue }: DeliveriesOptions,
): DeliveriesHandler {
  const { configuration, database, clock, logger } = runtime
  const email = createEmailDelivery(runtime)
  const { webOrigin } = configuration

  async function comeAgain(organizationId: string): Promise<void> {
    try {
      await queue.send([organizationId])
    } catch (error) {
      logger.warn('failed to continue with webhooks, which the next sweep does', {
        organizationId,
        error: error as Error,
      })
    }
  }

  /** Returns whether everything worked. */
  async function deliver(services: DeliveryServices, body: string): Promise<boolean> {
    try {
      const organizationId = readMessage(body)
      const { isUnfinished, errors } = await deliverWebhooks(services, organizationId)
      if (isUnfinished) await comeAgain(organizationId)
      for (const error of errors) throw error
      return true
    } catch (error) {
      logger.error('failed to deliver events to webhooks', { error: error as Error })
      return false
    }
  }

  return async ({ Records }, context) => {
    const remaining = context.getRemainingTimeInMillis()
    const end = new AbortController()
    const timer = setTimeout(
      () => end.abort(new Error('The function ends.')),
      remaining - reserveMilliseconds,
    )
    const services: DeliveryServices = {
      database: { ...database, deadline: Date.now() + remaining },
      webOrigin,
      sender,
      email,
      clock,
      signal: end.signal,
      onStateChange: logWebhookState(logger),
    }
    // Messages that name the same organization ask for the same work.
    const groups = [...Map.groupBy(Records, ({ body }) => body)]
    const results = await Promise.all(
      groups.map(async ([body, messages]) => ((await deliver(services, body)) ? [] : messages)),
    )
    clearTimeout(timer)
    return { batchItemFailures: results.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }
}
