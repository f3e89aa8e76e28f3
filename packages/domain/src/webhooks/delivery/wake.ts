import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import type { DueServices } from '../../due/services.ts'
import type { WebhookRecord } from '../../table/entities/webhooks/webhook.ts'
import { webhookCountEntity } from '../../table/entities/webhooks/webhook-count.ts'
import { longId, shortId } from '../../table/short-id.ts'

/**
 * The handler of a webhook that is due. The sweep does not deliver by itself: receivers may be slow, and the sweep has other
 * things to do. The worker sets the next time.
 */
export async function wakeDueWebhook(
  { wakeWebhooks }: Pick<DueServices, 'wakeWebhooks'>,
  { organizationKey }: Pick<WebhookRecord, 'organizationKey'>,
): Promise<void> {
  await wakeWebhooks([longId(organizationKey)])
}

/** Returns those organizations that have webhooks. One batch of reads. */
export async function withWebhooks(
  database: Database,
  organizationIds: readonly string[],
): Promise<string[]> {
  const counts = await Promise.all(
    organizationIds.map((organizationId) =>
      readRecord(database, webhookCountEntity, { organizationKey: shortId(organizationId) }),
    ),
  )
  return organizationIds.filter((_, index) => (counts[index]?.count ?? 0) > 0)
}
