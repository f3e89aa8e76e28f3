import { randomBytes } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import { administratorCheck, explainLostAuthority } from '../../../organizations/context/membership-check.ts'
import { requireAdministrator, type SessionAccess } from '../../../requests/access.ts'
import { type Context, timestampOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import { type WebhookRecord, webhookEntity } from '../../../storage/table/entities/webhooks/webhook.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { shortId } from '../../../storage/table/short-id.ts'
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
export function replaceWebhook(read: WebhookRecord, changes: Partial<WebhookRecord>): TransactionItem {
  const next = { ...read, ...changes, version: read.version + 1 }
  return { Put: webhookEntity.put(next).where(({ version }, { eq }) => eq(version, read.version)) }
}

/** The records that an administrator's change needs beside the webhook's own. */
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
      authority: administratorCheck(administrator),
      webhook: replaceWebhook(webhook, updated),
      audit: webhookAuditEntry(context, access, action, { ...webhook, ...updated }, webhook),
      ...beside,
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.length > 0) return lostRace
    return { ...webhook, ...updated, version: webhook.version + 1 }
  })
}

/** The timer at which the worker polls the webhook, in Unix milliseconds; never if there is none. */
export function webhookTimer({ webhookKey }: Pick<WebhookRecord, 'webhookKey'>, dueAt: number | undefined) {
  return timerOf(webhookKey, dueAt)
}
