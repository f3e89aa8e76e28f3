import { webhooksOperations } from '@cairn/contract/operations/webhooks'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { notOffered } from '@cairn/lambda/pipeline/operation'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, webhooksOperations, {
    listWebhooks: notOffered,
    createWebhook: notOffered,
    getWebhook: notOffered,
    updateWebhook: notOffered,
    deleteWebhook: notOffered,
    rotateWebhookSecret: notOffered,
    testWebhook: notOffered,
    listWebhookDeliveries: notOffered,
    retryWebhookDelivery: notOffered,
  })
