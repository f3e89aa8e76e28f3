import { loginWithPassword } from '@cairn/domain/auth/login'
import { previewEmailVerification } from '@cairn/domain/auth/preview-email-verification'
import { registerPrincipal } from '@cairn/domain/auth/register'
import { parseSessionToken, revokeSession, sessionLifetimeInDays } from '@cairn/domain/auth/sessions'
import { verificationLifetimeInHours } from '@cairn/domain/auth/verification-message'
import { verifyPrincipal } from '@cairn/domain/auth/verify-email'
import type { EmailDelivery } from '@cairn/domain/email/email-delivery'
import { createHostCookie } from '../../host-cookie.ts'
import type { AuthenticationProvider } from '../../provider.ts'
import type { SessionCookie } from '../../session-cookie.ts'

const secondsPerHour = 60 * 60
const secondsPerDay = 24 * secondsPerHour

/** The built-in provider: address and password, a session of our own, a cookie. */
export function createEmailProvider(
  webOrigin: string,
  cookie: SessionCookie,
  delivery: EmailDelivery,
): AuthenticationProvider {
  // Never cleared: verified, replaced or expired, it is good for nothing.
  const registrationCookie = createHostCookie(webOrigin, 'registration')
  return {
    method: 'email',
    startLogin: (returnTo) => `${webOrigin}/sign-in?${new URLSearchParams({ returnTo })}`,
    // Nobody calls back: the form signs in, and the session is a cookie by then.
    completeLogin: (_event, returnTo) => returnTo,
    logout: async (context, event) => {
      const session = parseSessionToken(cookie.read(event) ?? '')
      if (session) await revokeSession(context, session)
      return { redirectTo: `${webOrigin}/sign-in`, cookie: cookie.clear() }
    },
    passwords: {
      login: async (context, request, returnTo, subject) => {
        const { token } = await loginWithPassword(context, request, subject)
        return { redirectTo: returnTo, cookie: cookie.set(token, sessionLifetimeInDays * secondsPerDay) }
      },
      register: async (context, request, subject) => {
        const { browserSecret } = await registerPrincipal(context, request, { delivery, webOrigin }, subject)
        return { cookie: registrationCookie.set(browserSecret, verificationLifetimeInHours * secondsPerHour) }
      },
      previewEmailVerification: (context, token, event, subject) =>
        previewEmailVerification(context, token, registrationCookie.read(event), subject),
      verifyEmail: async (context, token, subject) => {
        await verifyPrincipal(context, token, subject)
        return { redirectTo: `${webOrigin}/sign-in?verified=1` }
      },
    },
  }
}
