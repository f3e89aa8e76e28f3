import { ServiceError } from '@cairn/contract/errors/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { Me } from '@cairn/contract/schemas/feed/brief'
import { type Access, requireMembership } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'

/**
 * Returns who the caller is, in which organization, and what the credential allows. Name and address are those that the
 * other members see.
 */
export const getMe: Implementation<'getMe'> = async ({ database }, access) => {
  const { userId, organizationId } = access
  const [role, member, organization, credential] = await Promise.all([
    access.role,
    readRecord(database, membershipEntity, { userKey: keyOf(userId), organizationId }),
    readRecord(database, organizationEntity, { organizationId }),
    readCredential(database, access),
  ])
  const { displayName, email } = requireMembership(member)
  if (!organization) throw new Error('The organization of a member is missing.')
  return {
    user: { id: userId, displayName, email },
    organization: { id: organizationId, name: organization.name, role },
    credential,
  }
}

/** @throws `invalid_api_token` if the token has disappeared since it was verified. */
async function readCredential(
  database: Database,
  { scopes, authentication }: Access,
): Promise<Me['credential']> {
  if (scopes === 'session') return { kind: 'session' }
  if (authentication.kind === 'oauth') return readGrant(database, scopes, authentication.subjectId)
  const token = await readRecord(database, apiTokenEntity, { tokenId: authentication.subjectId })
  if (!token) throw new ServiceError('invalid_api_token', 'The API token is not valid.')
  return {
    kind: 'api_token',
    id: token.tokenId,
    name: token.name,
    scopes: token.scopes,
    goalIds: token.goalIds ?? null,
    expiresAt: token.expiresAt,
  }
}

/** @throws `invalid_api_token` if the grant has disappeared since the token was verified. */
async function readGrant(
  database: Database,
  scopes: ReadonlySet<ApiTokenScope>,
  grantId: string,
): Promise<Me['credential']> {
  const grant = await readRecord(database, oauthGrantEntity, { grantId })
  if (!grant) throw new ServiceError('invalid_api_token', 'The access token is not valid.')
  return {
    kind: 'oauth',
    id: grantId,
    name: grant.program.name,
    scopes: grant.scopes.filter((scope) => scopes.has(scope)),
    goalIds: null,
    expiresAt: grant.expiresAt,
  }
}
