/**
 * How an operation records an entry of the audit log: in the transaction that makes the change, so there is an entry exactly if
 * there is the change.
 */
import { type AuditAction, auditKindOf, auditRetentionDays } from '@cairn/contract/events/audit-actions'
import type { AuditChange, AuditCredential } from '@cairn/contract/schemas/audit'
import type { SessionAccess } from '../../requests/access.ts'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import { type AuditTarget, auditEntryEntity } from '../../storage/table/entities/organizations/audit-entry.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { shortHash, shortId } from '../../storage/table/short-id.ts'
import { newTimeOrderedId } from '../../storage/table/time-ordered-id.ts'

/** The actor of an entry, the organization and the credential. */
export type AuditCause = { organizationId: string; userId: string; credential: AuditCredential }

/**
 * The action. Never a secret: no token, no password, no address of a webhook, which may contain one, and no name of a person,
 * which must disappear with the account.
 */
export type AuditContent = {
  action: AuditAction
  target?: AuditTarget | undefined
  changes?: readonly AuditChange[] | undefined
}

/** A session of the request, which acts in the request's organization. */
export function bySession(
  { userAgent }: Pick<Context, 'userAgent'>,
  { organizationId, user, own }: Pick<SessionAccess, 'organizationId' | 'user' | 'own'>,
): AuditCause {
  const sessionId = own?.sessionHash
  return { organizationId, userId: user.id, credential: credentialOf('session', userAgent, sessionId) }
}

/** @param sessionId  The hash of the session's secret, as in the list of sessions. */
export function credentialOf(
  kind: AuditCredential['kind'],
  userAgent: string | undefined,
  sessionId?: string,
): AuditCredential {
  return { kind, sessionId: sessionId ?? null, userAgent: userAgent ?? null }
}

/**
 * Returns the write of an entry, for the transaction of the change. Its key is new, so its condition fails only if the transaction
 * was committed before, and it also tells whether one whose response was lost has been.
 */
export function auditEntry(
  { now }: Pick<Context, 'now'>,
  { organizationId, userId, credential }: AuditCause,
  { action, target, changes = [] }: AuditContent,
): TransactionItem {
  const expiresAt = daysAfter(now, auditRetentionDays)
  return {
    Put: auditEntryEntity.create({
      organizationKey: shortId(organizationId),
      entryId: newTimeOrderedId(now),
      personKey: shortHash(userId),
      kind: auditKindOf(action),
      action,
      userId,
      credential,
      target,
      changes: changes.length > 0 ? [...changes] : undefined,
      createdAt: timestampOf(now),
      expiresAt: timestampOf(expiresAt),
      ttl: timeToLiveOf(expiresAt),
    }),
  }
}
