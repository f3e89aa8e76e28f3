import { type Environment, oneOf } from '../configuration/settings.ts'
import { emailDescriptor } from './providers/email/email-descriptor.ts'
import { jwtDescriptor } from './providers/jwt/jwt-descriptor.ts'
import { oidcDescriptor } from './providers/oidc/oidc-descriptor.ts'
import { trustedProxyDescriptor } from './providers/trusted-proxy/trusted-proxy-descriptor.ts'

/**
 * The authentication providers by their value of `AUTH_PROVIDER`. Configuration, session readers, rate limits,
 * conformance tests and `infra` read this table. The operations of each are in `index.ts`, which only the auth function
 * loads.
 */
export const providers = {
  email: emailDescriptor,
  trusted_proxy: trustedProxyDescriptor,
  jwt: jwtDescriptor,
  oidc: oidcDescriptor,
}

export type ProviderName = keyof typeof providers

export const providerNames = Object.keys(providers) as readonly ProviderName[]

/** The selected provider and its configuration. */
export type AuthConfiguration = {
  [Name in ProviderName]: { provider: Name } & ReturnType<(typeof providers)[Name]['readConfiguration']>
}[ProviderName]

/** @throws `ConfigurationError` if the provider is unknown, or one of its settings is missing or wrong. */
export function readAuthConfiguration(environment: Environment): AuthConfiguration {
  const provider = oneOf(environment, 'AUTH_PROVIDER', providerNames, 'email')
  return { provider, ...providers[provider].readConfiguration(environment) } as AuthConfiguration
}
