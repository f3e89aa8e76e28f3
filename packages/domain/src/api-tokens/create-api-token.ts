import { randomUUID } from 'node:crypto'
import { daysAfter, timestampOf, timeToLiveOf } from '../context.ts'
import { keyOf } from '../database/keys.ts'
import type { Implementation } from '../operation.ts'
import { hashSecret } from '../secrets.ts'
import { type ApiTokenRecord, apiTokenEntity } from '../table/entities/api-token.ts'
import { toApiTokenResponse } from './to-api-token-response.ts'
import { newTokenSecret } from './token-secret.ts'

/** Creates a token for the caller and the request's organization. The secret is never returned again. */
export const createApiToken: Implementation<'createApiToken'> = async (
  { database, now },
  access,
  { body },
) => {
  const { organizationId } = await access.membership()
  const tokenId = randomUUID()
  const secret = newTokenSecret(tokenId)
  const expiresAt = daysAfter(now, body.expiresInDays)
  const token: ApiTokenRecord = {
    tokenId,
    userKey: keyOf(access.user.id),
    userId: access.user.id,
    organizationId,
    name: body.name,
    scopes: body.scopes,
    secretHash: hashSecret(secret),
    expiresAt: timestampOf(expiresAt),
    createdAt: timestampOf(now),
    ttl: timeToLiveOf(expiresAt),
  }
  await apiTokenEntity(database).put(token).go()
  return { token: toApiTokenResponse(token), secret }
}
