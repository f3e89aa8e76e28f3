import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { auditEntry, bySession } from '../../organizations/audit/audit-entry.ts'
import type { SessionAccess } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'

/** The request of a program that a person decides about. */
export type Asked = {
  clientId: string
  program: OAuthProgram
  scopes: ApiTokenScope[]
  resource: string
}

/** Returns those of the requested scopes that are allowed, in the order of the request. */
export const allowedScopes = (asked: Pick<Asked, 'scopes'>, scopes: readonly ApiTokenScope[]) =>
  asked.scopes.filter((scope) => scopes.includes(scope))

/**
 * Returns the grant that a person makes by allowing a program. It is pending until the authorization server hands over the first code or token.
 *
 * @param expiry  Until when the program may fetch it.
 * @throws `invalid_request` for a scope that the program has not asked for.
 */
export function allowedGrant(
  { now }: Pick<Context, 'now'>,
  access: SessionAccess,
  asked: Asked,
  { organizationId, joinId }: { organizationId: string; joinId?: string | undefined },
  scopes: readonly ApiTokenScope[],
  expiry: Pick<OAuthGrantRecord, 'expiresAt' | 'ttl'>,
): OAuthGrantRecord {
  const unasked = scopes.findIndex((scope) => !asked.scopes.includes(scope))
  if (unasked >= 0) {
    throw new ServiceError('invalid_request', 'The request is not valid.', {
      details: [{ path: `scopes.${unasked}`, message: 'The program has not asked for this.' }],
    })
  }
  return {
    grantId: randomUUID(),
    userKey: access.stored.userKey,
    userId: access.user.id,
    organizationId,
    joinId,
    clientId: asked.clientId,
    program: asked.program,
    scopes: allowedScopes(asked, scopes),
    refusedScopes: asked.scopes.filter((scope) => !scopes.includes(scope)),
    resource: asked.resource,
    createdAt: timestampOf(now),
    isPending: true,
    ...expiry,
  }
}

/** The writes of a new grant: the grant, and its entry in the audit log. */
export function writesOfGrant(context: Context, access: SessionAccess, grant: OAuthGrantRecord) {
  const { grantId, organizationId, program, userId } = grant
  return {
    grant: { Put: oauthGrantEntity.create(grant) },
    audit: auditEntry(
      context,
      { ...bySession(context, access), organizationId },
      { action: 'grant.created', target: { kind: 'grant', id: grantId, name: program.name, userId } },
    ),
  }
}
