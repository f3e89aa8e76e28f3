import { deliveryLogDays } from '../../background/deliveries/state.ts'
import { requireAdministrator } from '../../requests/access.ts'
import { daysAfter } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { webhookDeliveryEntity } from '../../storage/table/entities/webhooks/webhook-delivery.ts'
import { firstIdAt, lastId } from '../../storage/table/time-ordered-id.ts'
import { findWebhook, requireWebhook, webhookKeyOf } from './record/webhook-record.ts'
import { toDeliveryResponse } from './to-delivery-response.ts'

/** Lists the deliveries of the last 30 days, newest first. */
export const listWebhookDeliveries: Implementation<'listWebhookDeliveries'> = async (
  context,
  access,
  { params, query },
) => {
  const { database, now } = context
  const ids = { organizationId: access.organizationId, webhookId: params.webhookId }
  const first = firstIdAt(daysAfter(now, -deliveryLogDays))
  const [{ items: deliveries, nextCursor }, , webhook] = await Promise.all([
    readPage(context, query, {
      binding: ['listWebhookDeliveries', ids.organizationId, ids.webhookId],
      present: (page) => page.map(toDeliveryResponse),
      ...accessPattern(database, webhookDeliveryEntity, 'record', webhookKeyOf(ids), {
        order: 'desc',
        consistent: true,
        between: [{ deliveryId: first }, { deliveryId: lastId }],
      }),
    }),
    requireAdministrator(access),
    findWebhook(database, ids),
  ])
  requireWebhook(webhook)
  return { deliveries, nextCursor }
}
