/** The part of the example that every trusted proxy needs (service document, section 5). */
import { createHmac } from 'node:crypto'

export type ProxyUser = { id: string; displayName: string; email: string }

export type Assertion = {
  version: 1
  /** The proxy that issues it, and the environment that it is for. */
  iss: string
  aud: string
  /** Unix time in whole seconds. */
  iat: number
  /** Its request: the method in upper case, path and query as sent. */
  method: string
  path: string
  sessionId: string
  /** Assert only an email address that the proxy has verified. */
  user: ProxyUser & { emailVerified: true }
}

/** The values of the two headers. */
export type SignedAssertion = { assertion: string; signature: string }

/** @param secret  Shared with the service, at least 32 bytes. Its UTF-8 bytes are the key. */
export function signAssertion(assertion: Assertion, secret: string): SignedAssertion {
  const text = Buffer.from(JSON.stringify(assertion)).toString('base64url')
  return { assertion: text, signature: signatureOf(text, secret) }
}

/** base64url HMAC-SHA-256 over the exact characters of the assertion's header. */
export function signatureOf(assertion: string, secret: string): string {
  return createHmac('sha256', secret).update(assertion).digest('base64url')
}

/** The names of the two headers; `word` is `AUTH_PROXY_HEADER_WORD`. */
export function assertionHeaders(word: string): Record<keyof SignedAssertion, string> {
  return { assertion: `x-${word}-auth-assertion`, signature: `x-${word}-auth-signature` }
}
