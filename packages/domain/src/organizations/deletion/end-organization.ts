import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { queryRecords } from '../../database/query-records.ts'
import { organizationEntity } from '../../table/entities/organization.ts'
import { webhookEntity } from '../../table/entities/webhooks/webhook.ts'
import { webhookCountEntity } from '../../table/entities/webhooks/webhook-count.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { deleteRecord, removeRecord } from '../../table/entity/writes.ts'
import { shortId } from '../../table/short-id.ts'
import { endWebhooks } from '../../webhooks/record/pause-webhooks.ts'
import { beginDeletion } from './finish-deletion.ts'

/**
 * Returns the writes that delete an organization for everybody at once, however many members it has: every request reads its record
 * beside the membership. What is left follows as due work (`finish-deletion.ts`). Its webhooks are at most 20.
 *
 * `organization` fails if it was deleted, or has another name than `name`.
 */
export async function endOrganization(
  database: Database,
  { organizationId, name }: { organizationId: string; name?: string },
  deletedByUserId: string,
  now: Date,
): Promise<Record<string, TransactionItem>> {
  const organizationKey = shortId(organizationId)
  const { data } = await queryRecords(
    database,
    webhookEntity,
    'record',
    { organizationKey },
    { consistent: true },
  )
  return {
    organization: removeRecord(
      database,
      organizationEntity,
      { organizationId },
      name === undefined ? undefined : (stored, { eq }) => eq(stored.name, name),
    ),
    begun: beginDeletion(database, organizationId, { name, deletedByUserId, createdAt: timestampOf(now) }),
    ...endWebhooks(database, data, now),
    webhookCount: deleteRecord(database, webhookCountEntity, { organizationKey }),
  }
}
