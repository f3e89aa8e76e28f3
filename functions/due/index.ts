import { createBackgroundRuntime, withSecrets } from '@cairn/lambda'
import { optional } from '@cairn/lambda/configuration/settings'
import { createWebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import { createSweepHandler, type SweepContext } from './handler.ts'

// Absent where the function is tried without a queue.
const queueUrl = optional(process.env, 'WEBHOOK_QUEUE_URL')
const wakeWebhooks = queueUrl === undefined ? async () => undefined : createWebhookQueue(queueUrl).send
const sweep = createSweepHandler(createBackgroundRuntime(await withSecrets(process.env)), { wakeWebhooks })

/** @throws if something failed, so that an alarm tells. Nothing is lost: it is due for the next sweep. */
export const handler = async (event: unknown, context: SweepContext): Promise<void> => {
  const { failed } = await sweep(event, context)
  if (failed > 0) throw new Error(`${failed} of the records that are due failed. The log names them.`)
}
