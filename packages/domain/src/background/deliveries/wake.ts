import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import type { WebhookRecord } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookCountEntity } from '../../storage/table/entities/webhooks/webhook-count.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { DueServices } from '../due/sweep-records.ts'
import { sweepRecords } from '../due/sweep-records.ts'
import { nextPollAfter } from './state.ts'

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

/**
 * Wakes every webhook that a process may have left behind: those that are being worked on, and those whose worker was not told of
 * an event. For the start of a process: later, each is due by itself, at most ten minutes later.
 */
export async function wakeAllWebhooks(
  services: Pick<DueServices, 'database' | 'wakeWebhooks'>,
  now: Date,
): Promise<void> {
  // Other due work has to wait.
  const quiet = { ...services, logError: () => undefined }
  const limits = { deadline: Number.POSITIVE_INFINITY }
  await sweepRecords(quiet, { webhook: wakeDueWebhook }, new Date(nextPollAfter(now)), limits)
}
