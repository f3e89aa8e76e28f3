import { endClaims, endingClaims, haveClaimed, holdersWith } from '../../goals/work/claims/end-claims.ts'
import { readOrganizationWork } from '../../goals/work/work.ts'
import { administratorCheck, explainLostAuthority } from '../../organizations/context/membership-check.ts'
import { requireAdministrator } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { apiTokenNotFound, findActiveToken, revokeToken } from './active-token.ts'
import { toOrganizationApiTokenResponse } from './to-api-token-response.ts'
import { tokenAuditEntry } from './token-audit-entry.ts'

/**
 * Revokes a token of anybody in the organization: the next request with it is refused.
 * @throws `api_token_not_found` for a token that the organization's list does not show.
 */
export const revokeOrganizationApiToken: Implementation<'revokeOrganizationApiToken'> = async (
  context,
  access,
  { params },
) => {
  const { database, now } = context
  const revokedAt = timestampOf(now)
  const caller = { organizationId: access.organizationId, userId: access.user.id }
  return retryOnLostRace(database, async () => {
    const [administrator, token, work] = await Promise.all([
      requireAdministrator(access),
      findActiveToken(context, access.organizationId, params.apiTokenId),
      readOrganizationWork(database, access.organizationId),
    ])
    if (!token) throw apiTokenNotFound('The organization has')
    const holders = holdersWith('api_token', token.tokenId, caller, now)
    const failed = await transact<string>(database, {
      authority: administratorCheck(administrator),
      token: revokeToken(token, revokedAt),
      audit: tokenAuditEntry(context, access, 'api_token.revoked', token),
      ...(await endingClaims(database, holders, work)),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.length > 0) return lostRace
    if (haveClaimed(work, holders)) context.runInBackground(() => endClaims(database, holders))
    const revoked = { ...token, revokedAt, earlierSecrets: undefined }
    return { token: toOrganizationApiTokenResponse(revoked, now) }
  })
}
