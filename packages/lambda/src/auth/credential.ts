import { type HttpEvent, headerOf } from '../pipeline/event.ts'
import { bearerOf } from './bearer.ts'
import type { SessionReader } from './session-reader.ts'

/** The credential that a request is judged by. */
export type Credential = { kind: 'session' } | { kind: 'api_token'; secret: string } | { kind: 'unknown' }

/** Every API token's secret begins so, and no other credential does. */
const apiTokenPrefix = 'cairn_'

/**
 * A request with an `Authorization` header is judged by that header alone, never by its cookie. A bearer with the
 * API-token prefix is an API token and nothing else; any other belongs to the provider where the provider reads that
 * header, and else is taken for a mistyped token. All else is a browser session, cookie or not.
 */
export function credentialOf(event: Pick<HttpEvent, 'headers'>, sessions: SessionReader): Credential {
  const authorization = headerOf(event, 'authorization')
  if (authorization === undefined) return { kind: 'session' }
  const secret = bearerOf(authorization)
  if (secret?.startsWith(apiTokenPrefix)) return { kind: 'api_token', secret }
  if (sessions.readsAuthorization) return { kind: 'session' }
  return secret === undefined ? { kind: 'unknown' } : { kind: 'api_token', secret }
}
