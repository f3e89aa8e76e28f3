import { createEmailDelivery } from '../email-delivery.ts'
import type { Runtime } from '../runtime.ts'
import { createEmailProvider } from './email-provider.ts'
import type { AuthenticationProvider } from './provider.ts'
import { createSessionCookie } from './session-cookie.ts'

/** The provider that `AUTH_PROVIDER` selects, whole: only the auth function needs more than its sessions. */
export function createAuthenticationProvider(runtime: Runtime): AuthenticationProvider {
  const { webOrigin } = runtime.configuration
  return createEmailProvider(webOrigin, createSessionCookie(webOrigin), createEmailDelivery(runtime))
}
