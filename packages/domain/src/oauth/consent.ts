import { ServiceError } from '@cairn/contract/errors'
import { type ApiTokenScope, apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import type { OAuthProgram } from '@cairn/contract/schemas/programs/oauth'
import type { RequestContext } from '../request-context.ts'
import type { OAuthRecord } from '../table/entities/oauth/oauth-record.ts'
import { findOAuthRecord } from './oauth-store.ts'

/** A request for consent that waits for a decision. */
export type PendingConsent = {
  record: OAuthRecord
  clientId: string
  redirectHost: string
  program: OAuthProgram
  scopes: ApiTokenScope[]
  resource: string
}

/**
 * Returns the request of a program that this browser has been sent here with. Another browser has not: somebody could send a link to
 * a request of their own, and get what another person allows.
 * @throws `oauth_consent_not_found` if there is none, or it was decided.
 */
export async function findConsent(
  context: Pick<RequestContext, 'database' | 'now' | 'cookies' | 'settings'>,
  consentId: string,
): Promise<PendingConsent> {
  if (context.cookies.read('consent') !== consentId) throw consentNotFound()
  const [record, program] = await Promise.all([
    findOAuthRecord(context, 'Interaction', consentId),
    findOAuthRecord(context, 'Program', consentId),
  ])
  if (!record || !program || record.consumedAt !== undefined) throw consentNotFound()
  const params = record.content.params as Record<string, string | undefined>
  const { webOrigin } = context.settings
  return {
    record,
    clientId: params.client_id ?? '',
    redirectHost: hostOf(params.redirect_uri ?? ''),
    program: program.content as OAuthProgram,
    scopes: scopesIn(params.scope),
    resource: params.resource ?? webOrigin,
  }
}

/** The scopes in a text of OAuth, in the order of the registry. Others are ignored. */
export function scopesIn(text = ''): ApiTokenScope[] {
  const named = text.split(' ')
  return apiTokenScopeRegistry.map(({ id }) => id).filter((id) => named.includes(id))
}

function hostOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  // After a scheme of its own, an app can write any host.
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol
}

export function consentNotFound(): ServiceError {
  return new ServiceError(
    'oauth_consent_not_found',
    'No program waits for a decision in this browser. Start again in the program.',
  )
}
