import type { Runtime } from '../configuration/runtime.ts'
import type { AuthenticationProvider } from './provider.ts'
import { emailProvider } from './providers/email/email-provider.ts'
import { createOidcProvider } from './providers/oidc/oidc-provider.ts'
import { createRedirectProvider } from './redirect-provider.ts'

/**
 * The operations of the provider that `AUTH_PROVIDER` selects. Only the auth function loads them.
 * @throws `ConfigurationError` if the function lacks a secret of the provider.
 */
export function createAuthenticationProvider({
  configuration: { auth, webOrigin },
  logger,
}: Pick<Runtime, 'configuration' | 'logger'>): AuthenticationProvider {
  switch (auth.provider) {
    case 'email':
      return emailProvider
    case 'oidc':
      return createOidcProvider(auth, webOrigin, logger)
    default:
      return createRedirectProvider(auth)
  }
}
