import type { Implementation } from '../operation.ts'
import { webhookCountEntity } from '../table/entities/webhooks/webhook-count.ts'
import { updateRecord } from '../table/entity/writes.ts'
import { changeWebhook, lookAt } from './record/webhook-record.ts'

/**
 * Deletes a webhook: nothing more is delivered, and nobody sees it any longer. Its record remains without secrets until the
 * worker has deleted its deliveries, of which there may be any number.
 */
export const deleteWebhook: Implementation<'deleteWebhook'> = async (context, access, { params }) => {
  await changeWebhook(context, access, params.webhookId, (webhook) => ({
    action: 'webhook.deleted',
    changes: {
      state: 'deleted',
      secret: '',
      previousSecret: undefined,
      ...lookAt(webhook, context.now.getTime()),
    },
    beside: {
      count: updateRecord(
        context.database,
        webhookCountEntity,
        { organizationKey: webhook.organizationKey },
        { add: { count: -1 } },
      ),
    },
  }))
  return undefined
}
