import { ServiceError } from '@cairn/contract/errors'
import { timestampOf } from '../context.ts'
import { readRecord } from '../database/read-record.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { apiTokenEntity } from '../table/entities/api-token.ts'
import { updateRecord } from '../table/entity/writes.ts'
import { isActive } from './authenticate-api-token.ts'
import { toApiTokenResponse } from './to-api-token-response.ts'

/**
 * Revokes a token: the next request with it is refused.
 * @throws `api_token_not_found` for a token that the caller's list does not show: of another user or organization,
 *   expired, or revoked.
 */
export const revokeApiToken: Implementation<'revokeApiToken'> = async (
  { database, now },
  access,
  { params },
) => {
  const { tokenId } = params
  const [{ organizationId }, token] = await Promise.all([
    access.membership(),
    readRecord(database, apiTokenEntity, { tokenId }),
  ])
  const isCallers = token?.userId === access.user.id && token.organizationId === organizationId
  if (!token || !isCallers || !isActive(token, now)) throw apiTokenNotFound()
  const revokedAt = timestampOf(now)
  const failed = await transact(database, {
    token: updateRecord(
      database,
      apiTokenEntity,
      { tokenId },
      { set: { revokedAt }, where: (stored, { notExists }) => notExists(stored.revokedAt) },
    ),
  })
  if (failed.length > 0) throw apiTokenNotFound()
  return { token: toApiTokenResponse({ ...token, revokedAt }) }
}

function apiTokenNotFound(): ServiceError {
  return new ServiceError(
    'api_token_not_found',
    'You have no active API token with this id in this organization.',
  )
}
