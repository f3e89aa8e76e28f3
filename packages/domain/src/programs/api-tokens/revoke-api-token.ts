import { endClaims, endingClaims, haveClaimed, holdersWith } from '../../goals/work/claims/end-claims.ts'
import { readOrganizationWork } from '../../goals/work/work.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { apiTokenNotFound, findActiveToken, revokeToken } from './active-token.ts'
import { toApiTokenResponse } from './to-api-token-response.ts'
import { tokenAuditEntry } from './token-audit-entry.ts'

/**
 * Revokes a token: the next request with it is refused.
 * @throws `api_token_not_found` for a token that the caller's list does not show: of another user or organization,
 *   expired, or revoked.
 */
export const revokeApiToken: Implementation<'revokeApiToken'> = async (context, access, { params }) => {
  const { database, now } = context
  const [token, work] = await Promise.all([
    findActiveToken(context, access.organizationId, params.tokenId),
    readOrganizationWork(database, access.organizationId),
    access.membership(),
  ])
  if (token?.userId !== access.user.id) throw apiTokenNotFound('You have')
  const revokedAt = timestampOf(now)
  const caller = { organizationId: access.organizationId, userId: access.user.id }
  const holders = holdersWith('api_token', token.tokenId, caller, now)
  let held = work
  await retryOnLostRace(database, async () => {
    const failed = await transact<string>(database, {
      token: revokeToken(token, revokedAt),
      audit: tokenAuditEntry(context, access, 'api_token.revoked', token),
      ...(await endingClaims(database, holders, held)),
    })
    if (failed.includes('token')) throw apiTokenNotFound('You have')
    if (failed.length === 0) return undefined
    held = await readOrganizationWork(database, access.organizationId)
    return lostRace
  })
  if (haveClaimed(work, holders)) context.runInBackground(() => endClaims(database, holders))
  return { token: toApiTokenResponse({ ...token, revokedAt, earlierSecrets: undefined }, now) }
}
