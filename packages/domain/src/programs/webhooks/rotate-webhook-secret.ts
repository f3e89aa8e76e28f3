import { secretOverlapHours } from '@cairn/contract/schemas/webhooks'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { changeWebhook, newWebhookSecret } from './record/webhook-record.ts'
import { toWebhookResponse } from './to-webhook-response.ts'

/** Replaces the secret. The one before signs too for 24 hours, so that receivers can change theirs in between. */
export const rotateWebhookSecret: Implementation<'rotateWebhookSecret'> = async (
  context,
  access,
  { params },
) => {
  const { now } = context
  const expiresAt = timestampOf(new Date(now.getTime() + secretOverlapHours * 60 * 60 * 1000))
  const secret = newWebhookSecret()
  const webhook = await changeWebhook(context, access, params.webhookId, (current) => ({
    action: 'webhook.secret_rotated',
    changes: { secret, previousSecret: { secret: current.secret, expiresAt } },
  }))
  return { webhook: toWebhookResponse(webhook, now), secret }
}
