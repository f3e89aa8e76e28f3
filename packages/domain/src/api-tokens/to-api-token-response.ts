import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import type { ApiTokenRecord } from '../table/entities/api-token.ts'
import { tokenPrefixOf } from './token-secret.ts'

/** A token as its owner sees it, without its secret. */
export function toApiTokenResponse(record: ApiTokenRecord): ApiToken {
  return {
    id: record.tokenId,
    name: record.name,
    prefix: tokenPrefixOf(record.tokenId),
    scopes: record.scopes,
    expiresAt: record.expiresAt,
    lastUsedAt: record.lastUsedAt ?? null,
    revokedAt: record.revokedAt ?? null,
    createdAt: record.createdAt,
  }
}
