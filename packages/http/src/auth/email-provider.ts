import type { EmailDelivery } from '@cairn/domain/auth/email-delivery'
import { loginWithPassword } from '@cairn/domain/auth/login'
import { registerPrincipal } from '@cairn/domain/auth/register'
import { parseSessionToken, revokeSession, sessionLifetimeInDays } from '@cairn/domain/auth/sessions'
import { verifyPrincipal } from '@cairn/domain/auth/verify-email'
import type { AuthenticationProvider } from './provider.ts'
import type { SessionCookie } from './session-cookie.ts'

const secondsPerDay = 24 * 60 * 60

/** The built-in provider: address and password, a session of our own, a cookie. */
export function createEmailProvider(
  webOrigin: string,
  cookie: SessionCookie,
  delivery: EmailDelivery,
): AuthenticationProvider {
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
      login: async (context, request, returnTo, attempter) => {
        const { token } = await loginWithPassword(context, request, attempter)
        return { redirectTo: returnTo, cookie: cookie.set(token, sessionLifetimeInDays * secondsPerDay) }
      },
      register: (context, request, attempter) =>
        registerPrincipal(context, request, { delivery, webOrigin }, attempter),
      verifyEmail: async (context, token, attempter) => {
        await verifyPrincipal(context, token, attempter)
        return { redirectTo: `${webOrigin}/sign-in?verified=1` }
      },
    },
  }
}
