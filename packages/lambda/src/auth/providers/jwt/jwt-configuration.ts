import {
  ConfigurationError,
  type Environment,
  httpAddress,
  identifier,
  optional,
  optionalHttpAddress,
  word,
} from '../../../configuration/settings.ts'
import { signingAlgorithms } from '../../issuer/algorithms.ts'
import type { KeySource } from '../../issuer/issuer-keys.ts'
import { accountUrlOf } from '../account-url.ts'

export type JwtConfiguration = {
  issuer: string
  audience: string
  /** The issuer's public keys: an address or a local file. */
  jwks: KeySource
  algorithms: string[]
  /** The header that carries the token, in lower case; in `authorization` it is a bearer token. */
  header: string
  /** The first part of user ids: `<word>:<sub>`. */
  providerWord: string
  loginUrl: string
  logoutUrl: string
  accountUrl: string | undefined
}

export function readJwtConfiguration(environment: Environment): JwtConfiguration {
  return {
    issuer: identifier(environment, 'AUTH_JWT_ISSUER'),
    audience: identifier(environment, 'AUTH_JWT_AUDIENCE'),
    jwks: jwksOf(environment),
    algorithms: signingAlgorithms(environment, 'AUTH_JWT_ALGORITHMS'),
    header: word(environment, 'AUTH_JWT_HEADER', 'authorization'),
    providerWord: word(environment, 'AUTH_JWT_PROVIDER_WORD', 'jwt'),
    loginUrl: httpAddress(environment, 'AUTH_JWT_LOGIN_URL'),
    logoutUrl: httpAddress(environment, 'AUTH_JWT_LOGOUT_URL'),
    accountUrl: accountUrlOf(environment),
  }
}

function jwksOf(environment: Environment): JwtConfiguration['jwks'] {
  const url = optionalHttpAddress(environment, 'AUTH_JWT_JWKS_URL')
  const file = optional(environment, 'AUTH_JWT_JWKS_FILE')
  if (url !== undefined && file === undefined) return { url }
  if (file !== undefined && url === undefined) return { file }
  throw new ConfigurationError('Set either AUTH_JWT_JWKS_URL or AUTH_JWT_JWKS_FILE.')
}
