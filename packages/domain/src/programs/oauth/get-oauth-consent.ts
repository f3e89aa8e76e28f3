import type { Implementation } from '../../requests/operation.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { findPendingConsent } from './consent.ts'

/** Returns what a program asks for, to whoever is signed in in the browser that it has sent here. */
export const getOAuthConsent: Implementation<'getOAuthConsent', RequestContext> = async (
  context,
  _access,
  { params },
) => {
  const { record, program, redirectHost, scopes } = await findPendingConsent(context, params.consentId)
  return {
    consent: { id: params.consentId, program, redirectHost, scopes, expiresAt: record.expiresAt },
  }
}
