import type { Runtime } from '../configuration/runtime.ts'
import { createEmailDelivery } from '../email/email-delivery.ts'
import type { AuthenticationProvider } from './provider.ts'
import { createEmailProvider } from './providers/email/email-provider.ts'
import { createRedirectProvider } from './redirect-provider.ts'
import { createSessionCookie } from './session-cookie.ts'

/** The provider that `AUTH_PROVIDER` selects, whole: only the auth function needs more than its sessions. */
export function createAuthenticationProvider(runtime: Runtime): AuthenticationProvider {
  const { webOrigin, auth } = runtime.configuration
  return auth.provider === 'email'
    ? createEmailProvider(webOrigin, createSessionCookie(webOrigin), createEmailDelivery(runtime))
    : createRedirectProvider(auth)
}
