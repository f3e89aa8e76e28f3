import type { Implementation } from '../../requests/operation.ts'
import { webhookCountEntity } from '../../storage/table/entities/webhooks/webhook-count.ts'
import { changeWebhook, webhookTimer } from './record/webhook-record.ts'

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
      ...webhookTimer(webhook, context.now.getTime()),
    },
    beside: {
      count: {
        Update: webhookCountEntity.patch({ organizationKey: webhook.organizationKey }).add({ count: -1 }),
      },
    },
  }))
  return undefined
}
