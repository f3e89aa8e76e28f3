/** The facts for the log about a receiver that begins or stops to fail. */
import type { WebhookAttempt } from '@cairn/contract/schemas/webhooks'
import { hostOf } from '../../programs/webhooks/target/host-of.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { WebhookStateChange } from './services.ts'
import { failingReasonOf } from './state.ts'

/**
 * Returns the state that an attempt leads to; undefined if it is the same as before.
 *
 * @param changes  What the attempt changes about the webhook.
 */
export function stateChangeOf(
  webhook: WebhookRecord,
  changes: Partial<WebhookRecord>,
  { durationMilliseconds, statusCode, error }: WebhookAttempt,
): WebhookStateChange | undefined {
  const { state: from } = webhook
  const { state: to = from } = changes
  if (to === from || to === 'deleted' || from === 'deleted') return undefined
  return {
    organizationId: longId(webhook.organizationKey),
    webhookId: longId(webhook.webhookKey),
    host: hostOf(webhook.url),
    from,
    to,
    failingReason: failingReasonOf({ ...webhook, ...changes }),
    durationMilliseconds,
    statusCode,
    error,
  }
}
