import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
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
  const [token] = await Promise.all([
    findActiveToken(context, access.organizationId, params.tokenId),
    access.membership(),
  ])
  if (token?.userId !== access.user.id) throw apiTokenNotFound('You have')
  const revokedAt = timestampOf(now)
  const failed = await transact(database, {
    token: revokeToken(token, revokedAt),
    audit: tokenAuditEntry(context, access, 'api_token.revoked', token),
  })
  if (failed.length > 0) throw apiTokenNotFound('You have')
  return { token: toApiTokenResponse({ ...token, revokedAt, earlierSecrets: undefined }, now) }
}
