import { ServiceError } from '@cairn/contract/errors/errors'
import { type ApiTokenScope, apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import type { RequestContext } from '../../requests/request-context.ts'
import type { OAuthRecord } from '../../storage/table/entities/oauth/oauth-record.ts'
import { findOAuthRecord } from './oauth-store.ts'

type ConsentContext = Pick<RequestContext, 'database' | 'now' | 'cookies' | 'settings'>

/** A request for consent: it waits for a decision, or the program has not been told of it yet. */
export type Consent = {
  record: OAuthRecord
  clientId: string
  redirectHost: string
  program: OAuthProgram
  scopes: ApiTokenScope[]
  resource: string
  /** The decision, as the authorization server reads it. */
  result: ConsentResult | undefined
}

/** `login` and `consent` of a program that was allowed; `error` of one that was refused. */
export type ConsentResult = {
  login?: { accountId: string; remember: boolean }
  consent?: { grantId: string }
  error?: string
  error_description?: string
}

/**
 * Returns the request of a program that waits for a decision in this browser.
 * @throws `oauth_consent_not_found` if there is none, or it was decided.
 */
export async function findPendingConsent(context: ConsentContext, consentId: string): Promise<Consent> {
  const consent = await findConsent(context, consentId)
  if (consent.result) throw consentNotFound()
  return consent
}

/**
 * Returns the request of a program that this browser has been sent here with. Another browser has not: somebody could send a link to
 * a request of their own, and get what another person allows.
 * @throws `oauth_consent_not_found` if there is none.
 */
export async function findConsent(context: ConsentContext, consentId: string): Promise<Consent> {
  if (context.cookies.read('consent') !== consentId) throw consentNotFound()
  const [record, program] = await Promise.all([
    findOAuthRecord(context, 'Interaction', consentId),
    findOAuthRecord(context, 'Program', consentId),
  ])
  if (!record || !program) throw consentNotFound()
  const params = record.content.params as Record<string, string | undefined>
  const { webOrigin } = context.settings
  return {
    record,
    clientId: params.client_id ?? '',
    redirectHost: hostOf(params.redirect_uri ?? ''),
    program: program.content as OAuthProgram,
    scopes: scopesIn(params.scope),
    resource: params.resource ?? webOrigin,
    result: record.consumedAt === undefined ? undefined : (record.content.result as ConsentResult),
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
