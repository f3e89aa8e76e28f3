import type { Database } from '../database/client.ts'
import { queryRecords } from '../database/query-records.ts'
import { webhookEntity } from '../table/entities/webhooks/webhook.ts'
import { shortId } from '../table/short-id.ts'

/** Whether an organization has a webhook, which may be paused. Strongly consistent: 1 read unit. */
export async function hasWebhooks(database: Database, organizationId: string): Promise<boolean> {
  const partition = { organizationKey: shortId(organizationId) }
  const { data } = await queryRecords(database, webhookEntity, 'record', partition, {
    consistent: true,
    limit: 1,
  })
  return data.length > 0
}
