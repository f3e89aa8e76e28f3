import type { Configuration } from '../configuration/configuration.ts'
import type { AuthenticationProvider } from './provider.ts'
import { emailProvider } from './providers/email/email-provider.ts'
import { createRedirectProvider } from './redirect-provider.ts'

/** The operations of the provider that `AUTH_PROVIDER` selects. Only the auth function loads them. */
export function createAuthenticationProvider({ auth }: Configuration): AuthenticationProvider {
  return auth.provider === 'email' ? emailProvider : createRedirectProvider(auth)
}
