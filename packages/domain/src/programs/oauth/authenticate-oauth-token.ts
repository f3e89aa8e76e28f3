import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import type { ReadMembership } from '../../organizations/context/membership-reader.ts'
import type { Access } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'
import { findActiveGrant, grantExpiry } from './grants.ts'
import { findOAuthRecord } from './oauth-store.ts'

/** The stored access token: the values that decide about a request, without another read. */
export type AccessTokenContent = {
  userId: string
  organizationId: string
  joinId: string | null
  programName: string
  scopes: ApiTokenScope[]
  /** The address that the token is for. */
  resource: string
}

const useIntervalMinutes = 5

/**
 * Returns the authority of an access token: that of its grant, in one organization, within the user's current role.
 *
 * @param accepted.resources  The addresses of which tokens are accepted.
 * @param accepted.kind  What acts with the token.
 * @throws `invalid_api_token` if it is unknown, expired, for another address, or its grant has ended.
 */
export async function authenticateOAuthToken(
  context: Context,
  secret: string,
  readMembership: ReadMembership,
  { resources, kind }: { resources: readonly string[]; kind: 'client' | 'agent' },
): Promise<Access> {
  const token = await findOAuthRecord(context, 'AccessToken', secret)
  const { grantId } = token ?? {}
  const content = token?.content as AccessTokenContent | undefined
  if (!content || grantId === undefined || !resources.includes(content.resource)) throw invalidToken()
  const { userId, organizationId, joinId } = content

  const readRole = async (): Promise<OrganizationRole> => {
    const [grant, membership] = await Promise.all([
      findActiveGrant(context, grantId),
      readMembership({ userKey: keyOf(userId), organizationId }),
    ])
    if (!grant) throw invalidToken()
    recordUse(context, grantId, grant.lastUsedAt)
    if (membership && (membership.joinId ?? null) === joinId) return membership.role
    throw new ServiceError(
      'permission_denied',
      'Who allowed this program to act is no longer a member of the organization.',
    )
  }
  const role = readRole()
  // An operation that fails before it awaits the role must not leave an unhandled rejection.
  role.catch(() => undefined)
  return {
    userId,
    organizationId,
    scopes: new Set(content.scopes),
    goalIds: null,
    role,
    actor: { kind, id: grantId, runId: null },
    actorName: content.programName,
    authentication: { kind: 'oauth', subjectId: grantId },
  }
}

/** Records that the grant was used, at most once in five minutes, which makes it last longer. */
function recordUse({ database, now, runInBackground }: Context, grantId: string, lastUsedAt?: string): void {
  const recently = timestampOf(new Date(now.getTime() - useIntervalMinutes * 60_000))
  if (lastUsedAt !== undefined && lastUsedAt > recently) return
  runInBackground((abortSignal) => {
    const use = oauthGrantEntity
      .patch({ grantId })
      .set({ lastUsedAt: timestampOf(now), ...grantExpiry(now) })
      .where(
        (stored, { notExists, lte }) =>
          `${notExists(stored.endedAt)} AND (${notExists(stored.lastUsedAt)} OR ${lte(stored.lastUsedAt, recently)})`,
      )
    return database.client.send(new UpdateCommand(use.params({ table: database.tableName })), { abortSignal })
  })
}

function invalidToken(): ServiceError {
  return new ServiceError('invalid_api_token', 'The access token is not valid, or no longer.')
}
