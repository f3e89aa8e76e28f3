import { parseSessionToken, validateSession } from '@cairn/domain/auth/sessions'
import type { SessionCookie } from '../../cookies/session-cookie.ts'
import type { SessionReader } from '../../session-reader.ts'

/** Reads the session cookie that the service issued. */
export function createEmailSessionReader(cookie: SessionCookie): SessionReader {
  return {
    readsAuthorization: false,
    read: async (event) => {
      const session = parseSessionToken(cookie.read(event) ?? '')
      if (!session) return undefined
      return { userId: session.userId, confirm: (context) => validateSession(context, session) }
    },
  }
}
