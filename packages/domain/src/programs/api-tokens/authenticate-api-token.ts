import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { ReadMembership } from '../../organizations/context/membership-reader.ts'
import type { Access } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { type ApiTokenRecord, apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { isSecretOf } from './secrets/earlier-secrets.ts'
import { tokenIdOf } from './secrets/token-secret.ts'

const lastUseIntervalMinutes = 5

/**
 * Returns the authority of an API token.
 * @throws `invalid_api_token` if it is mistyped (without a database call), unknown, revoked or expired.
 */
export async function authenticateApiToken(
  context: Context,
  secret: string,
  readMembership: ReadMembership,
): Promise<Access> {
  const tokenId = tokenIdOf(secret)
  if (tokenId === undefined) throw invalidApiToken()
  const token = await readRecord(context.database, apiTokenEntity, { tokenId })
  if (!token || !isActive(token, context.now) || !isSecretOf(token, secret, context.now)) {
    throw invalidApiToken()
  }

  const role = readRole(readMembership, token)
  // An operation that fails before it awaits the role must not leave an unhandled rejection.
  role.catch(() => undefined)
  recordUse(context, token)
  return {
    userId: token.userId,
    organizationId: token.organizationId,
    scopes: new Set(token.scopes),
    goalIds: token.goalIds ? new Set(token.goalIds) : null,
    role,
    actor: { kind: token.kind, id: tokenId, runId: null },
    actorName: token.name,
    authentication: { kind: 'api_token', subjectId: tokenId },
  }
}

/**
 * Whether the token is neither revoked nor expired. Compares with the clock, because the table deletes records late.
 */
export function isActive(token: ApiTokenRecord, now: Date): boolean {
  return token.revokedAt === undefined && token.expiresAt > timestampOf(now)
}

/**
 * The owner's current role limits the token on every request. A token of an earlier membership stays invalid when its owner
 * has been invited again.
 */
async function readRole(readMembership: ReadMembership, token: ApiTokenRecord): Promise<OrganizationRole> {
  const membership = await readMembership(token)
  if (membership && membership.joinId === token.joinId) return membership.role
  throw new ServiceError(
    'permission_denied',
    membership
      ? 'The owner of this API token has left its organization since it was created.'
      : 'The owner of this API token is no longer a member of its organization.',
  )
}

/** Records the time of the token's use, at most once in five minutes, even with many concurrent requests. */
function recordUse({ database, now, runInBackground }: Context, token: ApiTokenRecord): void {
  const recently = timestampOf(new Date(now.getTime() - lastUseIntervalMinutes * 60_000))
  if (token.lastUsedAt !== undefined && token.lastUsedAt > recently) return
  runInBackground((abortSignal) => {
    const use = apiTokenEntity
      .patch({ tokenId: token.tokenId })
      .set({ lastUsedAt: timestampOf(now) })
      .where(
        ({ lastUsedAt, revokedAt }, { notExists, lte }) =>
          `${notExists(revokedAt)} AND (${notExists(lastUsedAt)} OR ${lte(lastUsedAt, recently)})`,
      )
    return database.client.send(new UpdateCommand(use.params({ table: database.tableName })), { abortSignal })
  })
}

function invalidApiToken(): ServiceError {
  return new ServiceError('invalid_api_token', 'The API token is not valid.')
}
