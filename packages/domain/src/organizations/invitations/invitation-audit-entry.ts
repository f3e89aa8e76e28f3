import type { AuditAction } from '@cairn/contract/events/audit-actions'
import type { Context } from '../../requests/context.ts'
import type { InvitationRecord } from '../../storage/table/entities/organizations/invitation.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { type AuditCause, auditEntry } from '../audit/audit-entry.ts'

type Invited = Pick<InvitationRecord, 'organizationId' | 'invitationId' | 'email' | 'role'>

/** The entry of the audit log about an invitation, in the organization that invites: whom, and as what. */
export function invitationAuditEntry(
  context: Pick<Context, 'database' | 'now'>,
  cause: Pick<AuditCause, 'userId' | 'credential'>,
  action: Extract<AuditAction, `invitation.${string}`>,
  { organizationId, invitationId, email, role }: Invited,
): TransactionItem {
  return auditEntry(
    context,
    { ...cause, organizationId },
    {
      action,
      target: { kind: 'invitation', id: invitationId, name: email },
      changes: [{ field: 'role', from: null, to: role }],
    },
  )
}
