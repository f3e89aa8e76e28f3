import { ServiceError } from '@cairn/contract/errors/errors'
import type { Context } from '../../requests/context.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { type ApiTokenRecord, apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'
import { isActive } from './authenticate-api-token.ts'

/**
 * Returns a token of the organization that is neither revoked nor expired; undefined if there is none. Strongly consistent.
 */
export async function findActiveToken(
  { database, now }: Context,
  organizationId: string,
  tokenId: string,
): Promise<ApiTokenRecord | undefined> {
  const token = await readRecord(database, apiTokenEntity, { tokenId })
  return token && token.organizationId === organizationId && isActive(token, now) ? token : undefined
}

/**
 * Revokes a token, and takes it out of the organization's list. Its condition fails if it is revoked already.
 *
 * @param revokedAt  ISO 8601 in UTC.
 */
export function revokeToken(
  { tokenId, userKey, organizationId, createdAt }: ApiTokenRecord,
  revokedAt: string,
): TransactionItem {
  return {
    Update: apiTokenEntity
      .patch({ tokenId })
      .set({ userKey, organizationId, createdAt, revokedAt, listing: 'revoked' })
      .remove(['earlierSecrets'])
      .where((stored, { notExists }) => notExists(stored.revokedAt)),
  }
}

/** The same error for a token that is unknown, of somebody else, revoked or expired. */
export function apiTokenNotFound(whose: 'You have' | 'The organization has'): ServiceError {
  return new ServiceError(
    'api_token_not_found',
    whose === 'You have'
      ? 'You have no active API token with this id in this organization.'
      : 'The organization has no active API token with this id.',
  )
}
