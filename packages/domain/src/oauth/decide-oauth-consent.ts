import { randomUUID } from 'node:crypto'
import { oauthPaths } from '@cairn/contract/endpoints'
import { ServiceError } from '@cairn/contract/errors'
import { membershipNotFound } from '../access.ts'
import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { timestampOf } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { createMembershipReader } from '../organizations/membership-reader.ts'
import type { RequestContext } from '../request-context.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../table/entities/oauth/oauth-grant.ts'
import { createRecord } from '../table/entity/writes.ts'
import { consentNotFound, findConsent } from './consent.ts'
import { consumption } from './oauth-store.ts'

/**
 * Allows a program, or refuses it: once for each of its requests. A grant is for one program, one organization and one address.
 *
 *   request ── allowed ──▶ pending grant, result, audit entry at once ─▶ back to the authorization server ─▶ code, grant begins
 *           ── refused ──▶ result ─────────────────────────────────────▶ back to the authorization server ─▶ access_denied
 */
export const decideOAuthConsent: Implementation<'decideOAuthConsent', RequestContext> = async (
  context,
  access,
  { params: { consentId }, body },
) => {
  const { database, now, settings } = context
  const redirectTo = `${settings.webOrigin}${oauthPaths.authorize}/${consentId}`
  const { userKey } = access.stored
  const { organizationId, scopes } = body
  const [consent, membership] = await Promise.all([
    findConsent(context, consentId),
    organizationId === undefined ? null : createMembershipReader(database)({ userKey, organizationId }),
  ])
  const decided = (result: object) =>
    consumption(context, 'Interaction', consentId, { content: { ...consent.record.content, result } })

  // The schema makes sure that an allowed program has both.
  if (!body.allow || organizationId === undefined || scopes === undefined) {
    const failed = await transact(database, {
      interaction: decided({ error: 'access_denied', error_description: 'The user has refused.' }),
    })
    if (failed.length > 0) throw consentNotFound()
    return { redirectTo }
  }

  const userId = access.user.id
  if (!membership) throw membershipNotFound()
  const unasked = scopes.findIndex((scope) => !consent.scopes.includes(scope))
  if (unasked >= 0) {
    throw new ServiceError('invalid_request', 'The request is not valid.', {
      details: [{ path: `scopes.${unasked}`, message: 'The program has not asked for this.' }],
    })
  }
  const grant: OAuthGrantRecord = {
    grantId: randomUUID(),
    userKey,
    userId,
    organizationId,
    joinId: membership.joinId,
    clientId: consent.clientId,
    program: consent.program,
    scopes: consent.scopes.filter((scope) => scopes.includes(scope)),
    refusedScopes: consent.scopes.filter((scope) => !scopes.includes(scope)),
    resource: consent.resource,
    createdAt: timestampOf(now),
    // Until the authorization server issues the code.
    isPending: true,
    expiresAt: consent.record.expiresAt,
    ttl: consent.record.ttl,
  }
  const failed = await transact(database, {
    interaction: decided({
      login: { accountId: userId, remember: false },
      consent: { grantId: grant.grantId },
    }),
    grant: createRecord(database, oauthGrantEntity, grant),
    audit: auditEntry(
      context,
      { ...bySession(context, access), organizationId },
      {
        action: 'grant.created',
        target: { kind: 'grant', id: grant.grantId, name: consent.program.name, userId },
      },
    ),
  })
  if (failed.length > 0) throw consentNotFound()
  return { redirectTo }
}
