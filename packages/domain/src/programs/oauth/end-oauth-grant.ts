import { endClaims, endingClaims, haveClaimed, holdersWith } from '../../goals/work/claims/end-claims.ts'
import { readOrganizationWork } from '../../goals/work/work.ts'
import { auditEntry, bySession } from '../../organizations/audit/audit-entry.ts'
import type { Implementation } from '../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { endOfGrant, findActiveGrant, grantNotFound } from './grants.ts'
import { registrationAfterGrant } from './oauth-store.ts'

/**
 * Ends a grant of the caller: the next request of its program is refused.
 * @throws `oauth_grant_not_found` for a grant that the caller's list does not show.
 */
export const endOAuthGrant: Implementation<'endOAuthGrant'> = async (context, access, { params }) => {
  const { database } = context
  const [grant, ownWork] = await Promise.all([
    findActiveGrant(context, params.grantId),
    readOrganizationWork(database, access.organizationId),
  ])
  if (grant?.userId !== access.user.id) throw grantNotFound()
  const { grantId, organizationId, program, userId } = grant
  const holders = holdersWith('oauth', grantId, grant, context.now)
  const isOwn = organizationId === access.organizationId
  let work = isOwn ? ownWork : await readOrganizationWork(database, organizationId)
  const end = async (client?: TransactionItem) =>
    transact<string>(database, {
      grant: endOfGrant(context, grant),
      client,
      audit: auditEntry(
        context,
        { ...bySession(context, access), organizationId },
        {
          action: 'grant.revoked',
          target: { kind: 'grant', id: grantId, name: program.name, userId },
        },
      ),
      ...(await endingClaims(database, holders, work)),
    })
  await retryOnLostRace(database, async () => {
    let failed = await end(registrationAfterGrant(context, grant))
    // The program is not registered any longer.
    if (failed.length === 1 && failed[0] === 'client') failed = await end()
    if (failed.includes('grant')) throw grantNotFound()
    if (failed.length === 0) return undefined
    work = await readOrganizationWork(database, organizationId)
    return lostRace
  })
  if (haveClaimed(work, holders)) context.runInBackground(() => endClaims(database, holders))
}
