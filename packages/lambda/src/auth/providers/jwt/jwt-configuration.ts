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
  /** Where the issuer's public keys are: an address or a local file, one of the two. */
  jwks: { url: string } | { file: string }
  algorithms: string[]
  /** The header that carries the token, in lower case; `authorization` carries it as a bearer. */
  header: string
  /** Stands before the subject in user ids: `<word>:<sub>`. */
  providerWord: string
  loginUrl: string
  logoutUrl: string
}

/**
 * Signatures that only the issuer can make (RFC 7518, 3.1; RFC 8037). Never `none`, and never a symmetric one: its key
 * would be the public key, for everybody to sign with.
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
  throw new ConfigurationError('AUTH_JWT_JWKS_URL or AUTH_JWT_JWKS_FILE must be set, one of the two.')
}

function algorithmsOf(environment: Environment): string[] {
  const text = optional(environment, 'AUTH_JWT_ALGORITHMS') ?? defaultAlgorithms
  const algorithms = text.split(',').map((name) => name.trim())
  if (algorithms.every((name) => asymmetricAlgorithms.includes(name))) return algorithms
  throw new ConfigurationError(`AUTH_JWT_ALGORITHMS must be some of ${asymmetricAlgorithms.join(', ')}.`)
}
