import { accessTokenPrefix } from '@cairn/domain/programs/oauth/access-token-prefix'
import { type HttpEvent, headerOf } from '../../pipeline/event.ts'
import type { SessionReader } from '../session-reader.ts'

/** Returns the token of `Authorization: Bearer …` (RFC 6750, 2.1; the scheme in any letter case, RFC 9110, 11.1). */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** The credential of a request. */
export type Credential =
  | { kind: 'session' }
  | { kind: 'api_token'; secret: string }
  | { kind: 'oauth'; secret: string }
  | { kind: 'unknown' }

/** Every API token's secret starts with it, and no other credential does. */
const apiTokenPrefix = 'cairn_'

/**
 * Returns the credential of a request. With an `Authorization` header only the header counts, never the cookie. A bearer
 * token with a prefix of ours is an API token or an access token of a program. Any other belongs to the provider if the provider reads that header; otherwise it
 * is treated as a mistyped API token. A request without the header is a browser session, with or without a cookie.
 */
export function credentialOf(event: Pick<HttpEvent, 'headers'>, sessions: SessionReader): Credential {
  const authorization = headerOf(event, 'authorization')
  if (authorization === undefined) return { kind: 'session' }
  const secret = bearerOf(authorization)
  if (secret?.startsWith(apiTokenPrefix)) return { kind: 'api_token', secret }
  if (secret?.startsWith(accessTokenPrefix)) return { kind: 'oauth', secret }
  if (sessions.readsAuthorization) return { kind: 'session' }
  return secret === undefined ? { kind: 'unknown' } : { kind: 'api_token', secret }
}
