import { isDeepStrictEqual } from 'node:util'
import { oauthPaths } from '@cairn/contract/http/endpoints'
import type { InputOf } from '@cairn/contract/registry/registry'
import { createMembershipReader } from '../../organizations/context/membership-reader.ts'
import { membershipNotFound } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { transact } from '../../storage/database/transaction.ts'
import { allowedGrant, allowedScopes, writesOfGrant } from './allowed-grant.ts'
import { type ConsentResult, consentNotFound, findConsent } from './consent.ts'
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
  const { database, settings } = context
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

  if (!membership) throw membershipNotFound()
  const { joinId } = membership
  const { expiresAt, ttl } = consent.record
  const grant = allowedGrant(context, access, consent, { organizationId, joinId }, scopes, { expiresAt, ttl })
  const failed = await transact(database, {
    interaction: decided({
      login: { accountId: access.user.id, remember: false },
      consent: { grantId: grant.grantId },
    }),
    ...writesOfGrant(context, access, grant),
  })
  if (failed.length > 0) return respondAgain()
  return { redirectTo }
}

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
