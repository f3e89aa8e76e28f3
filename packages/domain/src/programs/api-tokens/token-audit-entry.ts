import type { AuditAction } from '@cairn/contract/events/audit-actions'
import type { AuditChange } from '@cairn/contract/schemas/audit'
import { auditEntry, bySession } from '../../organizations/audit/audit-entry.ts'
import type { SessionAccess } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { ApiTokenRecord } from '../../storage/table/entities/api-token.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/** The entry of the audit log about a token: whose it is and how it is called, never a secret or a part of one. */
export function tokenAuditEntry(
  context: Pick<Context, 'database' | 'now' | 'userAgent'>,
  access: SessionAccess,
  action: Extract<AuditAction, `api_token.${string}`>,
  { tokenId, name, userId }: Pick<ApiTokenRecord, 'tokenId' | 'name' | 'userId'>,
  changes?: readonly AuditChange[],
): TransactionItem {
  const target = { kind: 'api_token', id: tokenId, name, userId } as const
  return auditEntry(context, bySession(context, access), { action, target, changes })
}
