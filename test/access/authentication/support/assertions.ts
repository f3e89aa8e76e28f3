import { type Assertion, signAssertion, signatureOf } from '@cairn/example-proxy'
import type { RequestHeaders } from './send.ts'

export const secret = 'secret of the tests, 32 bytes or more'
export const previousSecret = 'secret of the tests before it was rotated'

export const proxyEnvironment = {
  AUTH_PROVIDER: 'trusted_proxy',
  AUTH_PROXY_SECRET: secret,
  AUTH_PROXY_ISSUER: 'cairn-tests',
  AUTH_PROXY_AUDIENCE: 'test',
  AUTH_PROXY_LOGIN_URL: 'https://proxy.test/login?tenant=a',
  AUTH_PROXY_LOGOUT_URL: 'https://proxy.test/logout',
}

export const ada = { id: 'google:1815', displayName: 'Ada Lovelace', email: 'ada@example.com' }

export type Request = { method: string; path: string }

/** An assertion that is valid at this moment. */
export function assertionFor({ method, path }: Request, now: Date, user = ada): Assertion {
  return {
    version: 1,
    iss: proxyEnvironment.AUTH_PROXY_ISSUER,
    aud: proxyEnvironment.AUTH_PROXY_AUDIENCE,
    iat: Math.floor(now.getTime() / 1000),
    method,
    path,
    sessionId: 'session-1',
    user: { ...user, emailVerified: true },
  }
}

export function headersOf(assertion: string, signature: string | undefined): RequestHeaders {
  return { 'x-service-auth-assertion': assertion, 'x-service-auth-signature': signature }
}

/** The headers of an assertion, signed. */
export function signed(assertion: Assertion, key = secret): RequestHeaders {
  const { assertion: text, signature } = signAssertion(assertion, key)
  return headersOf(text, signature)
}

/** The headers of any JSON value, correctly signed. */
export function signedJson(value: unknown): RequestHeaders {
  return signedText(JSON.stringify(value))
}

/** The headers of any bytes, correctly encoded and signed. */
export function signedText(content: string | Buffer): RequestHeaders {
  const text = (typeof content === 'string' ? Buffer.from(content) : content).toString('base64url')
  return headersOf(text, signatureOf(text, secret))
}

/** A copy of the value with one field set, or removed if `field` is `undefined`. The path may be nested: `user.email`. */
export function withField(value: object, path: string, field: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = structuredClone({ ...value })
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, copy)
  if (field === undefined) delete parent[last]
  else parent[last] = field
  return copy
}
