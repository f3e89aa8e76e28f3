import { parseSessionToken, validateSession } from '@cairn/domain/accounts/auth/sessions/sessions'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { createSessionCookie, type SessionCookie } from '../../cookies.ts'
import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import type { SessionReader } from '../../session-reader.ts'

/** Reads the session cookie that the service issued. */
function createEmailSessionReader(cookie: SessionCookie): SessionReader {
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

/** The built-in provider: address and password, and a session cookie of the service. */
export const emailDescriptor = {
  readConfiguration: () => ({}),
  createSessionReader: (_configuration, webOrigin) =>
    createEmailSessionReader(createSessionCookie(webOrigin)),
  isProxy: false,
  deployment: { variables: {}, packages: [], signInPackages: [] },
} as const satisfies ProviderDescriptor
