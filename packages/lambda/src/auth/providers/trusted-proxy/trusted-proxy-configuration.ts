import {
  ConfigurationError,
  type Environment,
  httpAddress,
  identifier,
  optional,
  required,
  word,
} from '../../../configuration/settings.ts'

export type TrustedProxyConfiguration = {
  /** The shared secrets that are valid: the current one and, while it is rotated, the one before. */
  secrets: Buffer[]
  issuer: string
  audience: string
  loginUrl: string
  logoutUrl: string
  /** Headers of the assertion and of its signature, in lower case. */
  assertionHeader: string
  signatureHeader: string
  /**
   * Whether the gateway hands on paths decoded once, as API Gateway's HTTP APIs do with the path (`rawPath`), though
   * not with the query. On Lambda there is no other gateway before us, and no exact path to be had.
   */
  pathsComeDecoded: boolean
}

/** Service document, section 8. */
const secretMinimumBytes = 32

export function readTrustedProxyConfiguration(environment: Environment): TrustedProxyConfiguration {
  const headerWord = word(environment, 'AUTH_PROXY_HEADER_WORD', 'service')
  const previous = optional(environment, 'AUTH_PROXY_SECRET_PREVIOUS')
  return {
    secrets: [
      secret('AUTH_PROXY_SECRET', required(environment, 'AUTH_PROXY_SECRET')),
      ...(previous === undefined ? [] : [secret('AUTH_PROXY_SECRET_PREVIOUS', previous)]),
    ],
    issuer: identifier(environment, 'AUTH_PROXY_ISSUER'),
    audience: identifier(environment, 'AUTH_PROXY_AUDIENCE'),
    loginUrl: httpAddress(environment, 'AUTH_PROXY_LOGIN_URL'),
    logoutUrl: httpAddress(environment, 'AUTH_PROXY_LOGOUT_URL'),
    assertionHeader: `x-${headerWord}-auth-assertion`,
    signatureHeader: `x-${headerWord}-auth-signature`,
    // Lambda sets it and lets nobody else do so.
    pathsComeDecoded: environment.AWS_LAMBDA_FUNCTION_NAME !== undefined,
  }
}

/** The key of the HMAC is the text's UTF-8, as it was given to both sides. */
function secret(name: string, value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  if (bytes.length >= secretMinimumBytes) return bytes
  throw new ConfigurationError(`${name} must have at least ${secretMinimumBytes} bytes.`)
}
