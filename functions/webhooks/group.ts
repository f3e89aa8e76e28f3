import { webhooksOperations } from '@cairn/contract/operations/webhooks'
import { createWebhook } from '@cairn/domain/programs/webhooks/create-webhook'
import { deleteWebhook } from '@cairn/domain/programs/webhooks/delete-webhook'
import { getWebhook } from '@cairn/domain/programs/webhooks/get-webhook'
import { listWebhookDeliveries } from '@cairn/domain/programs/webhooks/list-webhook-deliveries'
import { listWebhooks } from '@cairn/domain/programs/webhooks/list-webhooks'
import { retryWebhookDelivery } from '@cairn/domain/programs/webhooks/retry-webhook-delivery'
import { rotateWebhookSecret } from '@cairn/domain/programs/webhooks/rotate-webhook-secret'
import { testWebhook } from '@cairn/domain/programs/webhooks/test-webhook'
import { updateWebhook } from '@cairn/domain/programs/webhooks/update-webhook'
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
