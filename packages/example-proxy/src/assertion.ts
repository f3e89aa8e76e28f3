/** The part of a trusted proxy that a deployment's own one has to do too (service document, section 5). */
import { createHmac } from 'node:crypto'

export type ProxyUser = { id: string; displayName: string; email: string }

export type Assertion = {
  version: 1
  /** The deployment and the environment that it is meant for. */
  iss: string
  aud: string
  /** Unix time in whole seconds. */
  iat: number
  /** The request that it goes with: method in capitals, path and query as they are sent. */
  method: string
  path: string
  sessionId: string
  /** Only an address that the proxy knows to be the user's may be asserted. */
  user: ProxyUser & { emailVerified: true }
}

/** An assertion as its two headers carry it. */
export type SignedAssertion = { assertion: string; signature: string }

/** @param secret  Shared with the service, 32 bytes or more; its UTF-8 is the key. */
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
