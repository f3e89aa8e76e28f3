import { randomBytes } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'
import { requireAdministrator, type SessionAccess } from '../../access.ts'
import { type Context, timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import { administratorCheck, explainLostAuthority } from '../../organizations/membership-check.ts'
import { timerOf } from '../../table/entities/due/due-index.ts'
import { type WebhookRecord, webhookEntity } from '../../table/entities/webhooks/webhook.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { putRecord } from '../../table/entity/writes.ts'
import { shortId } from '../../table/short-id.ts'
import { type WebhookAction, webhookAuditEntry } from './webhook-audit-entry.ts'

export type WebhookIds = { organizationId: string; webhookId: string }
export type WebhookKey = Pick<WebhookRecord, 'organizationKey' | 'webhookKey'>

export function webhookKeyOf({ organizationId, webhookId }: WebhookIds): WebhookKey {
  return { organizationKey: shortId(organizationId), webhookKey: shortId(webhookId) }
}

const secretBytes = 32

/** Returns a secret in the form of Standard Webhooks, with 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

/** Returns a webhook that is not deleted, or null. Strongly consistent. */
export async function findWebhook(database: Database, ids: WebhookIds): Promise<WebhookRecord | null> {
  const webhook = await readRecord(database, webhookEntity, webhookKeyOf(ids))
  return webhook?.state === 'deleted' ? null : webhook
}

export function requireWebhook(webhook: WebhookRecord | null): WebhookRecord {
  if (webhook) return webhook
  throw new ServiceError('webhook_not_found', 'The organization has no webhook with this id.')
}

/**
 * Returns a webhook for an administrator, who learns nothing without being one.
 * @throws `organization_admin_required`, `webhook_not_found`.
 */
export async function readWebhook(
  { database }: Pick<Context, 'database'>,
  access: SessionAccess,
  webhookId: string,
): Promise<WebhookRecord> {
  const [, webhook] = await Promise.all([
    requireAdministrator(access),
    findWebhook(database, { organizationId: access.organizationId, webhookId }),
  ])
  return requireWebhook(webhook)
}

/** Replaces a webhook by its next version. Fails if it has changed since it was read. */
export function replaceWebhook(
  database: Database,
  read: WebhookRecord,
  changes: Partial<WebhookRecord>,
): TransactionItem {
  const next = { ...read, ...changes, version: read.version + 1 }
  return putRecord(database, webhookEntity, next, ({ version }, { eq }) => eq(version, read.version))
}

/** What an administrator's change needs beside the webhook's own record. */
type Change = {
  action: WebhookAction
  changes: Partial<WebhookRecord>
  beside?: Record<string, TransactionItem>
}

/**
 * Changes a webhook for an administrator, and returns it.
 *
 * @param change  Returns what to change. Called again if the webhook has changed in the meantime.
 * @throws `organization_admin_required`, `webhook_not_found`.
 */
export async function changeWebhook(
  context: Context,
  access: SessionAccess,
  webhookId: string,
  change: (webhook: WebhookRecord) => Change,
): Promise<WebhookRecord> {
  const { database, now } = context
  const { organizationId } = access
  return retryOnLostRace(database, async () => {
    const [administrator, found] = await Promise.all([
      requireAdministrator(access),
      findWebhook(database, { organizationId, webhookId }),
    ])
    const webhook = requireWebhook(found)
    const { action, changes, beside = {} } = change(webhook)
    const updated = { ...changes, updatedAt: timestampOf(now) }
    const failed = await transact<string>(database, {
      authority: administratorCheck(database, administrator),
      webhook: replaceWebhook(database, webhook, updated),
      audit: webhookAuditEntry(context, access, action, { ...webhook, ...updated }, webhook),
      ...beside,
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.length > 0) return lostRace
    return { ...webhook, ...updated, version: webhook.version + 1 }
  })
}

/** Lets the worker look at the webhook at a time, in Unix milliseconds; never if there is none. */
export function lookAt({ webhookKey }: Pick<WebhookRecord, 'webhookKey'>, dueAt: number | undefined) {
  return timerOf(webhookKey, dueAt)
}
