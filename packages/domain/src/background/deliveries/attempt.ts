import type { WebhookAttempt, WebhookFormat } from '@cairn/contract/schemas/webhooks'
import { signatureOf, signingSecrets } from '../../programs/webhooks/message/signature.ts'
import { type MessageSources, slackBody } from '../../programs/webhooks/message/slack-body.ts'
import { standardBody } from '../../programs/webhooks/message/standard-body.ts'
import { timestampOf } from '../../requests/context.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import type { DeliveredEvent } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import type { SendOptions, WebhookRequest, WebhookSender } from './services.ts'

/**
 * Tries once to deliver an event.
 *
 * @param now  The time of the attempt, which is part of the signature: receivers refuse old messages.
 * @throws the signal's reason if it is aborted.
 */
export async function attemptDelivery(
  { sender, ...sources }: MessageSources & { sender: WebhookSender },
  webhook: WebhookRecord,
  event: DeliveredEvent,
  now: Date,
  options: SendOptions,
): Promise<WebhookAttempt> {
  const request = await signedRequest(sources, webhook, event, now)
  const { durationMilliseconds, statusCode, error } = await sender.send(request, options)
  return { at: timestampOf(now), durationMilliseconds, statusCode, error }
}

export function isDelivered({ error }: WebhookAttempt): boolean {
  return error === null
}

type Body = (
  sources: MessageSources,
  webhook: WebhookRecord,
  event: DeliveredEvent,
) => object | Promise<object>

const bodies: Record<WebhookFormat, Body> = {
  standard: ({ webOrigin }, _, event) => standardBody(webOrigin, event),
  slack: slackBody,
}

/** Returns the message that tells a webhook of an event, signed for this time. */
export async function signedRequest(
  sources: MessageSources,
  webhook: WebhookRecord,
  event: DeliveredEvent,
  now: Date,
): Promise<WebhookRequest> {
  const body = JSON.stringify(await bodies[webhook.format](sources, webhook, event))
  const timestamp = Math.floor(now.getTime() / 1000)
  return {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cairn-Webhooks',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(signingSecrets(webhook, now), event.id, timestamp, body),
    },
    body,
  }
}
