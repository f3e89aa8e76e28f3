import { endWebhooks } from '../../programs/webhooks/record/pause-webhooks.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookCountEntity } from '../../storage/table/entities/webhooks/webhook-count.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { shortId } from '../../storage/table/short-id.ts'
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
    organization: {
      Delete: organizationEntity
        .remove({ organizationId })
        .where((stored, { eq }) => (name === undefined ? '' : eq(stored.name, name))),
    },
    begun: beginDeletion(organizationId, { name, deletedByUserId, createdAt: timestampOf(now) }),
    ...endWebhooks(data, now),
    webhookCount: { Delete: webhookCountEntity.delete({ organizationKey }) },
  }
}
