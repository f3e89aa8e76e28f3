import { markBounced } from '@cairn/domain/organizations/invitations/state/bounced-email'
import { checkFormat } from '@cairn/domain/storage/table/check-format'
import { createBackgroundRuntime, withSecrets } from '@cairn/lambda'
import { optional } from '@cairn/lambda/configuration/settings'
import { createWebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import { isBounce } from './bounce.ts'
import { createSweepHandler, type SweepContext } from './handler.ts'

// Absent where the function is tried without a queue.
const queueUrl = optional(process.env, 'WEBHOOK_QUEUE_URL')
const wakeWebhooks = queueUrl === undefined ? async () => undefined : createWebhookQueue(queueUrl).send
const runtime = createBackgroundRuntime(await withSecrets(process.env))
// Once for each new instance. An alarm tells of one that refuses the table.
await checkFormat(runtime.database)
const sweep = createSweepHandler(runtime, { wakeWebhooks })

/**
 * Does what is due, each minute. Told of a bounced email instead, it marks the invitations that the email was about.
 *
 * @throws if a record needs a person, so that an alarm tells, once for each. Nothing is lost: what failed is due again after a pause,
 * and what was parked waits for `npm run repair`.
 */
export const handler = async (event: unknown, context: SweepContext): Promise<void> => {
  if (isBounce(event)) {
    for (const address of event.bounced) await markBounced(runtime.database, address, new Date(event.at))
    return
  }
  const { alarms } = await sweep(event, context)
  if (alarms.length > 0)
    throw new Error(`Parked, or failing for hours: ${alarms.join(', ')}. The log has the reasons.`)
}
