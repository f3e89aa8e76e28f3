import { parseSessionToken, validateSession } from '@cairn/domain/accounts/auth/sessions/sessions'
import { hashSecret } from '@cairn/domain/requests/secrets'
import type { SessionCookie } from '../../cookies/session-cookie.ts'
import type { SessionReader } from '../../session-reader.ts'

/** Reads the session cookie that the service issued. */
export function createEmailSessionReader(cookie: SessionCookie): SessionReader {
  return {
    readsAuthorization: false,
    read: async (event) => {
      const token = cookie.read(event) ?? ''
      const session = parseSessionToken(token)
      if (!session) return undefined
      return {
        userId: session.userId,
        key: hashSecret(token),
        confirm: (context) => validateSession(context, session),
      }
    },
  }
}
