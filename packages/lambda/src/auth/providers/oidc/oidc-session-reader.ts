import { parseProviderSessionToken } from '@cairn/domain/accounts/auth/provider-sessions/provider-session-token'
import { validateProviderSession } from '@cairn/domain/accounts/auth/provider-sessions/validate-provider-session'
import { hashSecret } from '@cairn/domain/requests/secrets'
import type { SessionCookie } from '../../cookies/session-cookie.ts'
import type { SessionReader } from '../../session-reader.ts'

/** Reads the session cookie that the service issued after a sign-in at the provider. Only sign-ins ask the provider anything. */
export function createOidcSessionReader(cookie: SessionCookie, providerWord: string): SessionReader {
  return {
    readsAuthorization: false,
    read: async (event) => {
      const token = cookie.read(event) ?? ''
      const session = parseProviderSessionToken(token, providerWord)
      if (!session) return undefined
      return {
        userId: session.userId,
        key: hashSecret(token),
        confirm: (context) => validateProviderSession(context, session),
      }
    },
  }
}
