import type { CookieName, Cookies } from '@cairn/domain/requests/request-context'
import type { HttpEvent, OperationEvent } from '../pipeline/event.ts'

/** A cookie that only this host sets and reads. */
type HostCookie = {
  /** Returns undefined if there is no such cookie, or several that differ. */
  read(event: Pick<HttpEvent, 'cookies'>): string | undefined
  set(value: string, lifetimeSeconds: number): string
  clear(): string
}

/**
 * `__Host-` binds the cookie to this host and to TLS, and browsers refuse it without `Secure` and `Path=/` (RFC 6265bis,
 * 4.1.3.2). Only http on localhost, which has no TLS, does without prefix and `Secure`.
 */
export function createHostCookie(webOrigin: string, plainName: CookieName): HostCookie {
  const { protocol, hostname } = new URL(webOrigin)
  const isPlain = protocol === 'http:' && hostname === 'localhost'
  const name = isPlain ? plainName : `__Host-${plainName}`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? '' : '; Secure'}`
  return {
    read: (event) => {
      const cookies = event.cookies?.filter((candidate) => candidate.startsWith(`${name}=`)) ?? []
      // If two differ, somebody else set one of them, and their order does not say which (RFC 6265, 4.2.2).
      const [cookie, ...others] = new Set(cookies)
      return others.length > 0 ? undefined : cookie?.slice(name.length + 1)
    },
    set: (value, lifetimeSeconds) => `${name}=${value}; ${attributes}; Max-Age=${lifetimeSeconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

export type SessionCookie = HostCookie

/** The cookie of a browser session (contract, "Authentication"). */
export function createSessionCookie(webOrigin: string): SessionCookie {
  return createHostCookie(webOrigin, 'session')
}

/** Reads the cookies of a request, and collects those of its response in `event.responseCookies`. */
export function createRequestCookies(webOrigin: string, event: OperationEvent): Cookies {
  const add = (cookie: string) => {
    event.responseCookies = [...(event.responseCookies ?? []), cookie]
  }
  return {
    read: (name) => createHostCookie(webOrigin, name).read(event),
    set: (name, value, lifetimeSeconds) => add(createHostCookie(webOrigin, name).set(value, lifetimeSeconds)),
    clear: (name) => add(createHostCookie(webOrigin, name).clear()),
  }
}
