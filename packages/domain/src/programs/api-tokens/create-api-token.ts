import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import { daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { hashSecret } from '../../requests/secrets.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { createOnce, sessionCreatorOf } from '../../storage/idempotency/create-once.ts'
import { type ApiTokenRecord, apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { longId } from '../../storage/table/short-id.ts'
import { newTokenSecret } from './secrets/token-secret.ts'
import { toApiTokenResponse } from './to-api-token-response.ts'
import { tokenAuditEntry } from './token-audit-entry.ts'

/**
 * Requires that goals exist in the organization, whose members see all of them. Strongly consistent, in one call with the reads
 * beside it. A goal that is deleted meanwhile is one that the token does not find.
 * @throws `invalid_request` that names each goal that does not exist.
 */
async function requireGoals(
  database: Database,
  organizationId: string,
  goalIds: readonly string[],
): Promise<void> {
  const keys = goalIds.map((goalId) => goalKeyOf({ organizationId, goalId }))
  const rows = await readRecords(database, goalRowEntity, keys)
  const known = new Set(rows.map(({ goalKey }) => longId(goalKey)))
  const details = goalIds.flatMap((goalId, index) =>
    known.has(goalId) ? [] : [{ path: `goalIds.${index}`, message: 'Choose a goal of the organization.' }],
  )
  if (details.length === 0) return
  throw new ServiceError('invalid_request', 'Some of the goals do not exist.', { details })
}

/** Creates a token for the caller and the request's organization. The secret is never returned again. */
export const createApiToken: Implementation<'createApiToken'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId } = access
  const tokenId = randomUUID()
  const secret = newTokenSecret(tokenId)
  const expiresAt = daysAfter(now, body.expiresInDays)
  const token: Omit<ApiTokenRecord, 'joinId'> = {
    tokenId,
    userKey: keyOf(access.user.id),
    userId: access.user.id,
    organizationId,
    name: body.name,
    kind: body.kind,
    scopes: body.scopes,
    ...(body.goalIds && { goalIds: body.goalIds }),
    secretHash: hashSecret(secret),
    expiresAt: timestampOf(expiresAt),
    createdAt: timestampOf(now),
    listing: 'listed',
    ttl: timeToLiveOf(expiresAt),
  }
  const request = {
    operation: 'createApiToken',
    caller: sessionCreatorOf(access, organizationId),
    body,
    authority: access.membership(),
  }
  return createOnce(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [{ joinId }] = await Promise.all([
        access.membership(),
        requireGoals(database, organizationId, body.goalIds ?? []),
        creation.requireUnused(),
      ])
      const failed = await transact(database, {
        token: { Put: apiTokenEntity.create({ ...token, joinId }) },
        created: creation.use(tokenId),
        audit: tokenAuditEntry(context, access, 'api_token.created', token, [
          { field: 'kind', from: null, to: body.kind },
          { field: 'scopes', from: null, to: token.scopes.join(', ') },
          ...(body.goalIds ? [{ field: 'goalIds', from: null, to: body.goalIds.join(', ') }] : []),
          { field: 'expiresAt', from: null, to: token.expiresAt },
        ]),
      })
      return failed.length > 0 ? lostRace : { token: toApiTokenResponse({ ...token, joinId }, now), secret }
    }),
  )
}
