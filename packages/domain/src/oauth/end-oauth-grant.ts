import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { endOfGrant, findActiveGrant, grantNotFound } from './grants.ts'

/**
 * Ends a grant of the caller: the next request of its program is refused.
 * @throws `oauth_grant_not_found` for a grant that the caller's list does not show.
 */
export const endOAuthGrant: Implementation<'endOAuthGrant'> = async (context, access, { params }) => {
  const grant = await findActiveGrant(context, params.grantId)
  if (grant?.userId !== access.user.id) throw grantNotFound()
  const { grantId, organizationId, program, userId } = grant
  const failed = await transact(context.database, {
    grant: endOfGrant(context, grant),
    audit: auditEntry(
      context,
      { ...bySession(context, access), organizationId },
      {
        action: 'grant.revoked',
        target: { kind: 'grant', id: grantId, name: program.name, userId },
      },
    ),
  })
  if (failed.length > 0) throw grantNotFound()
}
