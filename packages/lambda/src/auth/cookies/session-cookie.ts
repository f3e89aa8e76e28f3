import { createHostCookie, type HostCookie } from './host-cookie.ts'

export type SessionCookie = HostCookie

/** The cookie of a browser session (contract, "Authentication"). */
export function createSessionCookie(webOrigin: string): SessionCookie {
  return createHostCookie(webOrigin, 'session')
}
