import type { HttpEvent } from '../pipeline/event.ts'

/** A cookie of this very host, for its web application. */
export type HostCookie = {
  /** Undefined where there is none, and where there is more than one. */
  read(event: HttpEvent): string | undefined
  set(value: string, maximumAgeInSeconds: number): string
  clear(): string
}

/**
 * `__Host-` binds the cookie to this very host and to TLS, and browsers refuse it without `Secure` and
 * `Path=/` (RFC 6265bis, 4.1.3.2). Only http on localhost, where there is no TLS, does without both.
 */
export function createHostCookie(webOrigin: string, plainName: string): HostCookie {
  const { protocol, hostname } = new URL(webOrigin)
  const isPlain = protocol === 'http:' && hostname === 'localhost'
  const name = isPlain ? plainName : `__Host-${plainName}`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? '' : '; Secure'}`
  return {
    read: (event) => {
      const cookies = event.cookies?.filter((candidate) => candidate.startsWith(`${name}=`)) ?? []
      // Two that differ: one is somebody else's, and their order says nothing (RFC 6265, 4.2.2).
      const [cookie, ...others] = new Set(cookies)
      return others.length > 0 ? undefined : cookie?.slice(name.length + 1)
    },
    set: (value, maximumAgeInSeconds) => `${name}=${value}; ${attributes}; Max-Age=${maximumAgeInSeconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}
