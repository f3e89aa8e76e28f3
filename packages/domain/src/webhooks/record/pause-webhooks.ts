import type { AuditCause } from '../../audit/audit-entry.ts'
import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { queryRecords } from '../../database/query-records.ts'
import { type WebhookRecord, webhookEntity } from '../../table/entities/webhooks/webhook.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { type Changes, updateRecord } from '../../table/entity/writes.ts'
import { shortId } from '../../table/short-id.ts'
import { webhookEntryBy } from './webhook-audit-entry.ts'
import { lookAt } from './webhook-record.ts'

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
  const updates = updateEach(database, webhooks, (webhook) => ({
    set: {
      state: 'paused',
      pausedReason: 'creator_left',
      updatedAt: timestampOf(now),
      ...lookAt(webhook, undefined),
    },
    add: { version: 1 },
    remove: ['lease', 'isAwaited', 'announceUntil'],
    where: ({ state }, { eq }) => `${eq(state, 'active')} OR ${eq(state, 'failing')}`,
  }))
  return { ...updates, ...Object.fromEntries(entries) }
}

/**
 * Deletes the webhooks of an organization that is deleted, in any state: nothing more is delivered, and a worker that holds the lease
 * writes nothing more. Their records remain without secrets until what they have is removed.
 */
export function endWebhooks(
  database: Database,
  webhooks: readonly WebhookRecord[],
  now: Date,
): Record<string, TransactionItem> {
  return updateEach(database, webhooks, (webhook) => ({
    set: { state: 'deleted', secret: '', updatedAt: timestampOf(now), ...lookAt(webhook, now.getTime()) },
    add: { version: 1 },
    remove: ['previousSecret', 'lease', 'isAwaited', 'announceUntil'],
  }))
}

function updateEach(
  database: Database,
  webhooks: readonly WebhookRecord[],
  changesOf: (webhook: WebhookRecord) => Changes<typeof webhookEntity>,
): Record<string, TransactionItem> {
  return Object.fromEntries(
    webhooks.map((webhook) => {
      const { organizationKey, webhookKey } = webhook
      const update = updateRecord(
        database,
        webhookEntity,
        { organizationKey, webhookKey },
        changesOf(webhook),
      )
      return [`webhook:${webhookKey}`, update]
    }),
  )
}
