import type { Database } from '../../database/client.ts'
import type { WebhookRecord } from '../../table/entities/webhooks/webhook.ts'
import type { DeliveredEvent } from '../../table/entities/webhooks/webhook-delivery.ts'
import type { WebhookRequest } from '../delivery/sender.ts'
import { signatureOf, signingSecrets } from './signature.ts'
import { slackBody } from './slack-body.ts'
import { standardBody } from './standard-body.ts'

/** What messages are made with. */
export type MessageSources = {
  readonly database: Database
  /** Scheme, host and port of the web app, without a trailing slash. */
  readonly webOrigin: string
}

/** Returns the message that tells a webhook of an event, signed for this time. */
export async function signedRequest(
  sources: MessageSources,
  webhook: WebhookRecord,
  event: DeliveredEvent,
  now: Date,
): Promise<WebhookRequest> {
  const message =
    webhook.format === 'slack'
      ? await slackBody(sources, webhook, event)
      : standardBody(sources.webOrigin, event)
  const body = JSON.stringify(message)
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
