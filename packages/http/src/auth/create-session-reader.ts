import type { Configuration } from '../configuration.ts'
import { createEmailSessionReader } from './email-session-reader.ts'
import { createJwtSessionReader } from './jwt-session-reader.ts'
import { createSessionCookie } from './session-cookie.ts'
import type { SessionReader } from './session-reader.ts'
import { createTrustedProxySessionReader } from './trusted-proxy-session-reader.ts'

/** How the provider that `AUTH_PROVIDER` selects recognises a session. */
export function createSessionReader({ auth, webOrigin }: Configuration): SessionReader {
  switch (auth.provider) {
    case 'email':
      return createEmailSessionReader(createSessionCookie(webOrigin))
    case 'trusted_proxy':
      return createTrustedProxySessionReader(auth)
    case 'jwt':
      return createJwtSessionReader(auth)
  }
}
