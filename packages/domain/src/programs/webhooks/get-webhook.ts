import type { Implementation } from '../../requests/operation.ts'
import { readWebhook } from './record/webhook-record.ts'
import { toWebhookResponse } from './to-webhook-response.ts'

export const getWebhook: Implementation<'getWebhook'> = async (context, access, { params }) => ({
  webhook: toWebhookResponse(await readWebhook(context, access, params.webhookId), context.now),
})
