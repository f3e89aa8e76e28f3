import {
  ConfigurationError,
  type Environment,
  httpAddress,
  identifier,
  optional,
  required,
  word,
} from '../../../configuration/settings.ts'
import { accountUrlOf } from '../account-url.ts'

export type TrustedProxyConfiguration = {
  /** The valid shared secrets: the current one and, during a rotation, the previous one. */
  secrets: Buffer[]
  issuer: string
  audience: string
  loginUrl: string
  logoutUrl: string
  accountUrl: string | undefined
  /** The headers of the assertion and of its signature, in lower case. */
  assertionHeader: string
  signatureHeader: string
  /**
   * Whether the gateway decodes paths once. API Gateway's HTTP APIs do so with the path (`rawPath`) but not with the query,
   * and on Lambda the original path is not available.
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
    accountUrl: accountUrlOf(environment),
    assertionHeader: `x-${headerWord}-auth-assertion`,
    signatureHeader: `x-${headerWord}-auth-signature`,
    // Lambda reserves this variable and sets it.
    pathsComeDecoded: environment.AWS_LAMBDA_FUNCTION_NAME !== undefined,
  }
}

/** The HMAC key is the UTF-8 encoding of the text that both sides share. */
function secret(name: string, value: string): Buffer {
  const bytes = Buffer.from(value)
  if (bytes.length >= secretMinimumBytes) return bytes
  throw new ConfigurationError(`${name} must have at least ${secretMinimumBytes} bytes.`)
}
