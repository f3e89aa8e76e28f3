import { requireAdministrator } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import { queryRecords } from '../../storage/database/query-records.ts'
import { webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { toWebhookResponse } from './to-webhook-response.ts'

/** Lists the webhooks of the organization, oldest first. There are at most 20. */
export const listWebhooks: Implementation<'listWebhooks'> = async ({ database, now }, access) => {
  const [{ data }] = await Promise.all([
    queryRecords(
      database,
      webhookEntity,
      'record',
      { organizationKey: shortId(access.organizationId) },
      { consistent: true },
    ),
    requireAdministrator(access),
  ])
  const webhooks = data
    .filter(({ state }) => state !== 'deleted')
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  return { webhooks: webhooks.map((webhook) => toWebhookResponse(webhook, now)) }
}

const sortKey = ({ createdAt, webhookKey }: { createdAt: string; webhookKey: string }) =>
  `${createdAt} ${webhookKey}`
