import { createBackgroundRuntime, withSecrets } from '@cairn/lambda'
import { optional } from '@cairn/lambda/configuration/settings'
import { createWebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import { createWebhookSender } from '@cairn/lambda/webhooks/webhook-sender'
import { createDeliveriesHandler } from './handler.ts'

// Absent where the function is tried without a queue: the next sweep then continues.
const queueUrl = optional(process.env, 'WEBHOOK_QUEUE_URL')
const runtime = createBackgroundRuntime(await withSecrets(process.env))

export const handler = createDeliveriesHandler(runtime, {
  sender: createWebhookSender(runtime.configuration.webhookTargets),
  queue: queueUrl === undefined ? { send: async () => undefined } : createWebhookQueue(queueUrl),
})
