import { createHmac } from 'node:crypto'
import { createClient } from '@cairn/contract/http/client'
import type { Person } from '../people/invite.ts'

const secret = 'a shared secret of the tests, longer than 32 bytes'

/**
 * The environment of a service behind a trusted proxy. Its people need no password and no session: many of them are
 * cheap, any text is a user id, and no session expires when a test advances the clock by weeks.
 */
export const proxyEnvironment = {
  AUTH_PROVIDER: 'trusted_proxy',
  AUTH_PROXY_SECRET: secret,
  AUTH_PROXY_ISSUER: 'tests',
  AUTH_PROXY_AUDIENCE: 'sharing',
  AUTH_PROXY_LOGIN_URL: 'https://login.example.com/',
  AUTH_PROXY_LOGOUT_URL: 'https://login.example.com/out',
}

export type ProxiedUser = { id: string; displayName: string; email: string }

/** The headers with which the proxy asserts a user for one request (service document, section 5). */
export function assertionHeaders(user: ProxiedUser, method: string, path: string, now: Date) {
  const assertion = Buffer.from(
    JSON.stringify({
      version: 1,
      iss: proxyEnvironment.AUTH_PROXY_ISSUER,
      aud: proxyEnvironment.AUTH_PROXY_AUDIENCE,
      iat: Math.floor(now.getTime() / 1000),
      method,
      path,
      sessionId: `session of ${user.id}`,
      user: { ...user, emailVerified: true },
    }),
  ).toString('base64url')
  return {
    'x-service-auth-assertion': assertion,
    'x-service-auth-signature': createHmac('sha256', secret).update(assertion).digest('base64url'),
  }
}

/** Somebody whom the proxy lets in. `user` is read again for every request. */
export function proxied(
  { origin }: { origin: string },
  user: ProxiedUser,
  now: () => Date = () => new Date(),
): Person {
  const api = createClient({
    baseUrl: origin,
    headers: { origin },
    fetch: (url, init) => {
      const headers = assertionHeaders(user, init.method ?? 'GET', url.slice(origin.length), now())
      return fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
    },
  })
  return { email: user.email, userId: user.id, api }
}

/** People by name: `ada` is `proxy:ada`, called Ada, at ada@example.com. */
export function proxiedPeople<Name extends string>(
  service: { origin: string },
  names: readonly Name[],
  now?: () => Date,
): Record<Name, Person> {
  const people = names.map((name) => {
    const displayName = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    return [
      name,
      proxied(service, { id: `proxy:${name}`, displayName, email: `${name}@example.com` }, now),
    ] as const
  })
  return Object.fromEntries(people) as Record<Name, Person>
}
