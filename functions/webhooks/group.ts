import { webhooksOperations } from '@cairn/contract/operations/webhooks'
import { createWebhook } from '@cairn/domain/webhooks/create-webhook'
import { deleteWebhook } from '@cairn/domain/webhooks/delete-webhook'
import { getWebhook } from '@cairn/domain/webhooks/get-webhook'
import { listWebhookDeliveries } from '@cairn/domain/webhooks/list-webhook-deliveries'
import { listWebhooks } from '@cairn/domain/webhooks/list-webhooks'
import { retryWebhookDelivery } from '@cairn/domain/webhooks/retry-webhook-delivery'
import { rotateWebhookSecret } from '@cairn/domain/webhooks/rotate-webhook-secret'
import { testWebhook } from '@cairn/domain/webhooks/test-webhook'
import { updateWebhook } from '@cairn/domain/webhooks/update-webhook'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { createWebhookSender } from '@cairn/lambda/webhooks/webhook-sender'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(
    runtime,
    webhooksOperations,
    {
      listWebhooks,
      createWebhook,
      getWebhook,
      updateWebhook,
      deleteWebhook,
      rotateWebhookSecret,
      testWebhook,
      listWebhookDeliveries,
      retryWebhookDelivery,
    },
    { sender: createWebhookSender(runtime.configuration.webhookTargets) },
  )
