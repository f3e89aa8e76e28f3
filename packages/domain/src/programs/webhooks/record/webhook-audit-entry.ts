import type { AuditAction } from '@cairn/contract/events/audit-actions'
import type { AuditChange } from '@cairn/contract/schemas/audit'
import { type AuditCause, auditEntry, bySession } from '../../../organizations/audit/audit-entry.ts'
import type { SessionAccess } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import type { WebhookRecord } from '../../../storage/table/entities/webhooks/webhook.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { hostOf } from '../target/host-of.ts'

export type WebhookAction = Extract<AuditAction, `webhook.${string}`>

/** Settings whose values the audit log tells. */
const told = {
  url: ({ url }) => hostOf(url),
  types: ({ types }) => types?.join(', ') ?? null,
  format: ({ format }) => format,
  state: ({ state }) => state,
  description: () => null,
} as const satisfies Record<string, (webhook: WebhookRecord) => string | null>

/**
 * The entry of the audit log about a webhook: its host, because the rest of an address may be a secret, and which settings have
 * changed.
 */
export function webhookAuditEntry(
  context: Pick<Context, 'database' | 'now' | 'userAgent'>,
  access: SessionAccess,
  action: WebhookAction,
  webhook: WebhookRecord,
  before?: WebhookRecord,
): TransactionItem {
  return webhookEntryBy(context, bySession(context, access), action, webhook, before)
}

/** The same, of a change that follows from something else. */
export function webhookEntryBy(
  context: Pick<Context, 'database' | 'now'>,
  cause: AuditCause,
  action: WebhookAction,
  webhook: WebhookRecord,
  before?: WebhookRecord,
): TransactionItem {
  const target = { kind: 'webhook', id: longId(webhook.webhookKey), name: hostOf(webhook.url) } as const
  const changes = before && action === 'webhook.updated' ? changesBetween(before, webhook) : undefined
  return auditEntry(context, cause, { action, target, changes })
}

function changesBetween(before: WebhookRecord, after: WebhookRecord): AuditChange[] {
  return (Object.keys(told) as (keyof typeof told)[])
    .filter((field) => String(before[field]) !== String(after[field]))
    .map((field) => ({ field, from: told[field](before), to: told[field](after) }))
}
