/**
 * How the authorization server's library keeps what it issues: in our table, under hashes of the ids, which are secrets. Grants are
 * records of ours, which the library reads. It has no sessions: whoever decides has a session of the service.
 *
 * The library writes in several steps. All writes of a request are gathered and committed in one transaction before its response
 * leaves. So a code or a refresh token is used up exactly if the tokens for it are stored, and a request that failed can be sent again.
 */
import type { OAuthKind } from '@cairn/domain/programs/oauth/oauth-store'
import type { Adapter } from 'oidc-provider'
import { nothing } from './current-request.ts'
import { deviceCodes } from './device-codes.ts'
import { grants } from './grants.ts'
import { records } from './records.ts'

const kept: readonly string[] = [
  'AccessToken',
  'AuthorizationCode',
  'Client',
  'Interaction',
  'RefreshToken',
] satisfies OAuthKind[]

export function createStorage(name: string): Adapter {
  if (name === 'Grant') return grants
  if (name === 'DeviceCode') return deviceCodes
  return kept.includes(name) ? records(name as OAuthKind) : nothing
}
