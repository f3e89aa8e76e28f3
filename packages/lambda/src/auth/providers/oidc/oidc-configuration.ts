import {
  ConfigurationError,
  type Environment,
  httpAddress,
  identifier,
  oneOf,
  optional,
  required,
  word,
} from '../../../configuration/settings.ts'
import { signingAlgorithms } from '../../issuer/algorithms.ts'
import { accountUrlOf } from '../account-url.ts'

export type OidcConfiguration = {
  /** Compared character by character with what the provider says of itself. */
  issuer: string
  clientId: string
  /** Undefined in a function that signs nobody in (`unused`), which must not know a secret that it does not need. */
  clientSecret: string | undefined
  scopes: string
  algorithms: string[]
  /** The first part of user ids: `<word>:<sub>`. */
  providerWord: string
  accountUrl: string | undefined
  /** Whether the provider may be reached without TLS on this machine, for trying out. */
  allowsLoopbackHttp: boolean
}

export function readOidcConfiguration(environment: Environment): OidcConfiguration {
  const allowsLoopbackHttp = oneOf(environment, 'AUTH_OIDC_HTTP', ['off', 'loopback'], 'off') === 'loopback'
  const clientSecret = required(environment, 'AUTH_OIDC_CLIENT_SECRET')
  return {
    issuer: issuerOf(environment, allowsLoopbackHttp),
    clientId: identifier(environment, 'AUTH_OIDC_CLIENT_ID'),
    clientSecret: clientSecret === 'unused' ? undefined : clientSecret,
    scopes: scopesOf(environment),
    algorithms: signingAlgorithms(environment, 'AUTH_OIDC_ALGORITHMS'),
    providerWord: providerWordOf(environment),
    accountUrl: accountUrlOf(environment),
    allowsLoopbackHttp,
  }
}

function issuerOf(environment: Environment, allowsLoopbackHttp: boolean): string {
  const name = 'AUTH_OIDC_ISSUER'
  const value = httpAddress(environment, name)
  const { search, hash } = new URL(value)
  if (search !== '' || hash !== '') {
    throw new ConfigurationError(`${name} must be an address without a query or fragment.`)
  }
  if (isReachable(value, allowsLoopbackHttp)) return value
  throw new ConfigurationError(
    `${name} must be an https address. An http address on this machine needs AUTH_OIDC_HTTP=loopback.`,
  )
}

/** Whether the service may send the provider's secrets to an address: with TLS, or to this machine if that is allowed. */
export function isReachable(address: string | URL, allowsLoopbackHttp: boolean): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'http:' && allowsLoopbackHttp && isLoopback
}

function scopesOf(environment: Environment): string {
  const name = 'AUTH_OIDC_SCOPES'
  const scopes = (optional(environment, name) ?? 'openid profile email').trim().split(/ +/)
  // RFC 6749, 3.3.
  if (scopes.includes('openid') && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    return scopes.join(' ')
  }
  throw new ConfigurationError(`${name} must be a list of scopes with openid, separated by spaces.`)
}

/** Users of the built-in provider have ids that begin with `email:`, and must stay other people. */
function providerWordOf(environment: Environment): string {
  const name = 'AUTH_OIDC_PROVIDER_WORD'
  const value = word(environment, name, 'oidc')
  if (value !== 'email') return value
  throw new ConfigurationError(`${name} must not be "email", which is the word of the built-in provider.`)
}
