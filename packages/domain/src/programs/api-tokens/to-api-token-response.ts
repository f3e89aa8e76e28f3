import type { ApiToken, OrganizationApiToken } from '@cairn/contract/schemas/api-tokens'
import type { ApiTokenRecord } from '../../storage/table/entities/api-token.ts'
import { validEarlierSecrets } from './secrets/earlier-secrets.ts'
import { tokenPrefixOf } from './secrets/token-secret.ts'

/** A token as its owner sees it, without its secrets. */
export function toApiTokenResponse(record: ApiTokenRecord, now: Date): ApiToken {
  const ends = validEarlierSecrets(record, now).map(({ expiresAt }) => expiresAt)
  return {
    id: record.tokenId,
    name: record.name,
    prefix: tokenPrefixOf(record.tokenId),
    kind: record.kind,
    scopes: record.scopes,
    goalIds: record.goalIds ?? null,
    expiresAt: record.expiresAt,
    lastUsedAt: record.lastUsedAt ?? null,
    rotatedAt: record.rotatedAt ?? null,
    previousSecretExpiresAt: ends.toSorted().at(-1) ?? null,
    revokedAt: record.revokedAt ?? null,
    createdAt: record.createdAt,
  }
}

/** A token as the administrators of its organization see it. */
export function toOrganizationApiTokenResponse(record: ApiTokenRecord, now: Date): OrganizationApiToken {
  return { ...toApiTokenResponse(record, now), ownerUserId: record.userId }
}
