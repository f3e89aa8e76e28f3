import type { WebhookAttempt } from '@cairn/contract/schemas/webhooks'
import { timestampOf } from '../../context.ts'
import type { WebhookRecord } from '../../table/entities/webhooks/webhook.ts'
import type { DeliveredEvent } from '../../table/entities/webhooks/webhook-delivery.ts'
import { type MessageSources, signedRequest } from '../message/signed-request.ts'
import type { SendOptions, WebhookSender } from './sender.ts'

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
  const startedAt = performance.now()
  const { statusCode, error } = await sender.send(request, options)
  const durationMilliseconds = Math.round(performance.now() - startedAt)
  return { at: timestampOf(now), durationMilliseconds, statusCode, error }
}

export function isDelivered({ error }: WebhookAttempt): boolean {
  return error === null
}
