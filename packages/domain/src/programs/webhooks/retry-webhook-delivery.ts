import { attemptDelivery } from '../../background/deliveries/attempt.ts'
import { attemptMillisecondsByHand } from '../../background/deliveries/state.ts'
import { requireAdministrator } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import { deliveryNotFound, readDelivery, recordRetry } from './record/record-by-hand.ts'
import { findWebhook, requireWebhook, webhookKeyOf } from './record/webhook-record.ts'
import type { DeliveringContext } from './test-webhook.ts'
import { toDeliveryResponse } from './to-delivery-response.ts'

/** Delivers an event again, once, with the same event id. Also one that was delivered, and for a paused webhook. */
export const retryWebhookDelivery: Implementation<'retryWebhookDelivery', DeliveringContext> = async (
  context,
  access,
  { params },
) => {
  const { database, now, sender, settings } = context
  const ids = { organizationId: access.organizationId, webhookId: params.webhookId }
  const counted = countAttempt(context, 'testWebhook', { provenUserId: access.user.id })
  const [, found, delivery] = await Promise.all([
    requireAdministrator(access),
    findWebhook(database, ids),
    readDelivery(database, webhookKeyOf(ids), params.deliveryId),
    counted,
  ])
  const webhook = requireWebhook(found)
  if (!delivery) throw deliveryNotFound()
  const sources = { database, sender, webOrigin: settings.webOrigin }
  const attempt = await attemptDelivery(sources, webhook, delivery.event, now, {
    limitMilliseconds: attemptMillisecondsByHand,
  })
  const recorded = await recordRetry(database, { webhook, delivery }, attempt, now)
  return { delivery: toDeliveryResponse(recorded) }
}
