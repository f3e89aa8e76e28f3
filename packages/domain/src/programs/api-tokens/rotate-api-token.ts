import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { hashSecret } from '../../requests/secrets.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { apiTokenNotFound, findActiveToken } from './active-token.ts'
import { earlierSecretsAfterRotation } from './secrets/earlier-secrets.ts'
import { newTokenSecret } from './secrets/token-secret.ts'
import { toApiTokenResponse } from './to-api-token-response.ts'
import { tokenAuditEntry } from './token-audit-entry.ts'

/**
 * Gives a token of the caller a new secret. Earlier ones stay valid for the overlap at most. Id, scopes and expiry do not
 * change. Of two concurrent rotations, the secret of the later one replaces that of the earlier one, which has its overlap too.
 * @throws `api_token_not_found` for a token that the caller's list does not show.
 */
export const rotateApiToken: Implementation<'rotateApiToken'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { apiTokenId: tokenId } = params
  const secret = newTokenSecret(tokenId)
  const changes = { secretHash: hashSecret(secret), rotatedAt: timestampOf(now) }
  return retryOnLostRace(database, async () => {
    const [token, { joinId }] = await Promise.all([
      findActiveToken(context, access.organizationId, tokenId),
      access.membership(),
    ])
    // No secret of a token of an earlier membership is valid.
    if (token?.userId !== access.user.id || token.joinId !== joinId) throw apiTokenNotFound('You have')
    const earlierSecrets = earlierSecretsAfterRotation(token, now, body.overlapHours)
    const failed = await transact(database, {
      token: {
        Update: apiTokenEntity
          .patch({ tokenId })
          .set({ ...changes, earlierSecrets })
          .where(
            ({ secretHash, revokedAt }, { eq, notExists }) =>
              `${eq(secretHash, token.secretHash)} AND ${notExists(revokedAt)}`,
          ),
      },
      audit: tokenAuditEntry(context, access, 'api_token.rotated', token, [
        { field: 'overlapHours', from: null, to: String(body.overlapHours) },
      ]),
    })
    if (failed.length > 0) return lostRace
    return { token: toApiTokenResponse({ ...token, ...changes, earlierSecrets }, now), secret }
  })
}
