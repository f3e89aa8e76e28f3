import type { Configuration } from '../configuration/configuration.ts'
import { createEmailSessionReader } from './providers/email/email-session-reader.ts'
import { createJwtSessionReader } from './providers/jwt/jwt-session-reader.ts'
import { createTrustedProxySessionReader } from './providers/trusted-proxy/trusted-proxy-session-reader.ts'
import { createSessionCookie } from './session-cookie.ts'
import type { SessionReader } from './session-reader.ts'

/** One a configuration: functions that share a process share an issuer's keys, and the pauses in asking for them. */
const readers = new WeakMap<Configuration, SessionReader>()

/** How the provider that `AUTH_PROVIDER` selects recognises a session. */
export function createSessionReader(configuration: Configuration): SessionReader {
  const reader = readers.get(configuration) ?? readerOf(configuration)
  readers.set(configuration, reader)
  return reader
}

function readerOf({ auth, webOrigin }: Configuration): SessionReader {
  switch (auth.provider) {
    case 'email':
      return createEmailSessionReader(createSessionCookie(webOrigin))
    case 'trusted_proxy':
      return createTrustedProxySessionReader(auth)
    case 'jwt':
      return createJwtSessionReader(auth)
  }
}
