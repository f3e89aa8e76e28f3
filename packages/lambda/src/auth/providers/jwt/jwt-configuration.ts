import {
  ConfigurationError,
  type Environment,
  httpAddress,
  identifier,
  optional,
  optionalHttpAddress,
  word,
} from '../../../configuration/settings.ts'

export type JwtConfiguration = {
  issuer: string
  audience: string
  /** The issuer's public keys: an address or a local file. */
  jwks: { url: string } | { file: string }
  algorithms: string[]
  /** The header that carries the token, in lower case; in `authorization` it is a bearer token. */
  header: string
  /** The first part of user ids: `<word>:<sub>`. */
  providerWord: string
  loginUrl: string
  logoutUrl: string
}

/**
 * Signatures that only the issuer can create (RFC 7518, 3.1; RFC 8037). Never `none`, and never a symmetric algorithm: its
 * key would be the public key, so that anybody could sign.
 */
const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const defaultAlgorithms = 'RS256,ES256,EdDSA'

export function readJwtConfiguration(environment: Environment): JwtConfiguration {
  return {
    issuer: identifier(environment, 'AUTH_JWT_ISSUER'),
    audience: identifier(environment, 'AUTH_JWT_AUDIENCE'),
    jwks: jwksOf(environment),
    algorithms: algorithmsOf(environment),
    header: word(environment, 'AUTH_JWT_HEADER', 'authorization'),
    providerWord: word(environment, 'AUTH_JWT_PROVIDER_WORD', 'jwt'),
    loginUrl: httpAddress(environment, 'AUTH_JWT_LOGIN_URL'),
    logoutUrl: httpAddress(environment, 'AUTH_JWT_LOGOUT_URL'),
  }
}

function jwksOf(environment: Environment): JwtConfiguration['jwks'] {
  const url = optionalHttpAddress(environment, 'AUTH_JWT_JWKS_URL')
  const file = optional(environment, 'AUTH_JWT_JWKS_FILE')
  if (url !== undefined && file === undefined) return { url }
  if (file !== undefined && url === undefined) return { file }
  throw new ConfigurationError('Set either AUTH_JWT_JWKS_URL or AUTH_JWT_JWKS_FILE.')
}

function algorithmsOf(environment: Environment): string[] {
  const text = optional(environment, 'AUTH_JWT_ALGORITHMS') ?? defaultAlgorithms
  const algorithms = text.split(',').map((name) => name.trim())
  if (algorithms.every((name) => asymmetricAlgorithms.includes(name))) return algorithms
  throw new ConfigurationError(`AUTH_JWT_ALGORITHMS must be a list of ${asymmetricAlgorithms.join(', ')}.`)
}
