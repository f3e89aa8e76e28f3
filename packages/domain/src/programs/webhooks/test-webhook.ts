import { randomUUID } from 'node:crypto'
import { attemptDelivery } from '../../background/deliveries/attempt.ts'
import type { WebhookSender } from '../../background/deliveries/services.ts'
import { attemptMillisecondsByHand } from '../../background/deliveries/state.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import type { TestEvent } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { newTimeOrderedId } from '../../storage/table/time-ordered-id.ts'
import { recordTest } from './record/record-by-hand.ts'
import { readWebhook } from './record/webhook-record.ts'
import { toDeliveryResponse } from './to-delivery-response.ts'

/** The context of operations that deliver at once. */
export type DeliveringContext = RequestContext & { readonly sender: WebhookSender }

/** Delivers a test event once and returns what came of it. Works for a paused webhook too, to try it before it is resumed. */
export const testWebhook: Implementation<'testWebhook', DeliveringContext> = async (
  context,
  access,
  { params },
) => {
  const { database, now, sender, settings } = context
  const { id: userId } = access.user
  const counted = countAttempt(context, 'testWebhook', { provenUserId: userId })
  const [webhook] = await Promise.all([readWebhook(context, access, params.webhookId), counted])
  const event: TestEvent = {
    id: randomUUID(),
    type: 'webhook.test',
    createdAt: timestampOf(now),
    actor: { kind: 'user', id: userId, runId: null },
    authorityUserId: userId,
    goal: null,
    data: {},
  }
  const sources = { database, sender, webOrigin: settings.webOrigin }
  const attempt = await attemptDelivery(sources, webhook, event, now, {
    limitMilliseconds: attemptMillisecondsByHand,
  })
  const delivery = {
    organizationKey: webhook.organizationKey,
    webhookKey: webhook.webhookKey,
    deliveryId: newTimeOrderedId(now, webhook.sequence),
    version: 0,
    state: 'failed' as const,
    event,
    attempts: [],
    attemptCount: 0,
    createdAt: timestampOf(now),
  }
  return { delivery: toDeliveryResponse(await recordTest(database, webhook, delivery, attempt, now)) }
}
