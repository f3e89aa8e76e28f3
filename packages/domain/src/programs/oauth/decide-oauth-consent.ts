import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ServiceError } from '@cairn/contract/errors/errors'
import { oauthPaths } from '@cairn/contract/http/endpoints'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { auditEntry, bySession } from '../../organizations/audit/audit-entry.ts'
import { createMembershipReader } from '../../organizations/context/membership-reader.ts'
import { membershipNotFound } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { transact } from '../../storage/database/transaction.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'
import { type Consent, type ConsentResult, consentNotFound, findConsent } from './consent.ts'
import { findUsableGrant } from './grants.ts'
import { consumption } from './oauth-store.ts'

/**
 * Allows a program, or refuses it: once for each of its requests. A grant is for one program, one organization and one address.
 * The same decision may be sent again, until the browser has gone on: the response to it may have been lost.
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
  const respondAgain = async () => {
    if (!(await wasDecided(context, access.user.id, consentId, body))) throw consentNotFound()
    return { redirectTo }
  }
  if (consent.result) return respondAgain()
  const decided = (result: ConsentResult) =>
    consumption(context, 'Interaction', consentId, { content: { ...consent.record.content, result } })

  // The schema makes sure that an allowed program has both.
  if (!body.allow || organizationId === undefined || scopes === undefined) {
    const failed = await transact(database, {
      interaction: decided({ error: 'access_denied', error_description: 'The user has refused.' }),
    })
    if (failed.length > 0) return respondAgain()
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
    scopes: allowedScopes(consent, scopes),
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
    grant: { Put: oauthGrantEntity.create(grant) },
    audit: auditEntry(
      context,
      { ...bySession(context, access), organizationId },
      {
        action: 'grant.created',
        target: { kind: 'grant', id: grant.grantId, name: consent.program.name, userId },
      },
    ),
  })
  if (failed.length > 0) return respondAgain()
  return { redirectTo }
}

const allowedScopes = (consent: Consent, scopes: readonly ApiTokenScope[]) =>
  consent.scopes.filter((scope) => scopes.includes(scope))

/** Whether the user has decided this before, in this browser, and nothing has ended it since. */
async function wasDecided(
  context: RequestContext,
  userId: string,
  consentId: string,
  { allow, organizationId, scopes = [] }: InputOf<'decideOAuthConsent'>['body'],
): Promise<boolean> {
  const decided = await findConsent(context, consentId)
  const { error, login, consent } = decided.result ?? {}
  if (!allow) return error !== undefined
  if (login?.accountId !== userId || !consent) return false
  const grant = await findUsableGrant(context, consent.grantId)
  return (
    grant?.organizationId === organizationId &&
    isDeepStrictEqual(grant?.scopes, allowedScopes(decided, scopes))
  )
}
