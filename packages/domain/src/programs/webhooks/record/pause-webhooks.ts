import type { AuditCause } from '../../../organizations/audit/audit-entry.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { queryRecords } from '../../../storage/database/query-records.ts'
import { type WebhookRecord, webhookEntity } from '../../../storage/table/entities/webhooks/webhook.ts'
import type { Operation, TransactionItem } from '../../../storage/table/entity.ts'
import { shortId } from '../../../storage/table/short-id.ts'
import { webhookEntryBy } from './webhook-audit-entry.ts'
import { webhookTimer } from './webhook-record.ts'

/**
 * Returns the webhooks that a user has created and that are delivered, at most 20. Strongly consistent.
 *
 * @param since  Those that an administrator has resumed from then on are left out.
 */
export async function readWebhooksOf(
  database: Database,
  organizationId: string,
  userId: string,
  since?: string,
): Promise<WebhookRecord[]> {
  const partition = { organizationKey: shortId(organizationId) }
  const { data } = await queryRecords(database, webhookEntity, 'record', partition, { consistent: true })
  return data.filter(
    ({ createdByUserId, state, resumedAt = '' }) =>
      createdByUserId === userId &&
      (state === 'active' || state === 'failing') &&
      (since === undefined || resumedAt < since),
  )
}

/**
 * Pauses webhooks whose creator is no longer a member: their receivers may be that person's. An administrator can resume
 * them.
 *
 * They do not have to be as they were read: a worker that delivers many events would delay the removal. Its next write
 * fails by the new version, and the lease is gone. Each has an entry in the audit log.
 */
export function pauseWebhooks(
  database: Database,
  webhooks: readonly WebhookRecord[],
  cause: AuditCause,
  now: Date,
): Record<string, TransactionItem> {
  const entries = webhooks.map((webhook): [string, TransactionItem] => [
    `audit:${webhook.webhookKey}`,
    webhookEntryBy({ database, now }, cause, 'webhook.updated', { ...webhook, state: 'paused' }, webhook),
  ])
  const updates = updateEach(webhooks, (patch, webhook) =>
    patch
      .set({
        state: 'paused',
        pausedReason: 'creator_left',
        updatedAt: timestampOf(now),
        ...webhookTimer(webhook, undefined),
      })
      .add({ version: 1 })
      .remove(['lease', 'isAwaited', 'announceUntil'])
      .where(({ state }, { eq }) => `(${eq(state, 'active')} OR ${eq(state, 'failing')})`),
  )
  return { ...updates, ...Object.fromEntries(entries) }
}

/**
 * Deletes the webhooks of an organization that is deleted, in any state: nothing more is delivered, and a worker that holds the lease
 * writes nothing more. Their records remain without secrets until what they have is removed.
 */
export function endWebhooks(webhooks: readonly WebhookRecord[], now: Date): Record<string, TransactionItem> {
  return updateEach(webhooks, (patch, webhook) =>
    patch
      .set({
        state: 'deleted',
        secret: '',
        updatedAt: timestampOf(now),
        ...webhookTimer(webhook, now.getTime()),
      })
      .add({ version: 1 })
      .remove(['previousSecret', 'lease', 'isAwaited', 'announceUntil']),
  )
}

function updateEach(
  webhooks: readonly WebhookRecord[],
  change: (patch: ReturnType<typeof webhookEntity.patch>, webhook: WebhookRecord) => Operation,
): Record<string, TransactionItem> {
  return Object.fromEntries(
    webhooks.map((webhook) => {
      const { organizationKey, webhookKey } = webhook
      const patch = webhookEntity.patch({ organizationKey, webhookKey })
      return [`webhook:${webhookKey}`, { Update: change(patch, webhook) }]
    }),
  )
}
