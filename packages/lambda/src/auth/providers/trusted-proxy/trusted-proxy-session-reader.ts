/**
 * Sessions that a trusted proxy vouches for, request by request (service document, section 5).
 *
 * The proxy authenticates the browser and sends two headers over the private hop: an assertion and its
 * HMAC-SHA-256. Threats: a forged or altered assertion (the signature, over the header's exact characters, is
 * compared in constant time before anything in it is believed); one taken from another request or replayed later
 * (it is bound to method, path and query, and 30 seconds old at most); one for another deployment or environment
 * (issuer, audience); an address that the proxy's own provider has not verified, by which somebody would accept
 * another's invitation. Whatever is wrong, there is no session, and no answer tells what it was.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { lazy } from '@cairn/contract/lazy'
import * as z from 'zod'
import { type HttpEvent, headerOf } from '../../../pipeline/event.ts'
import { canonicalUserSchema, nonBlank } from '../../canonical-user.ts'
import type { SessionReader } from '../../session-reader.ts'
import type { TrustedProxyConfiguration } from './trusted-proxy-configuration.ts'

const maximumAgeInSeconds = 30
const futureSkewInSeconds = 5
/** Far above any assertion; bounds the work that an unauthenticated request can cause. */
const maximumAssertionLength = 8 * 1024
const assertionVersion = 1

/** Other fields are ignored; none of these is more than checked but the user's id, name and address. */
const assertionSchema = lazy(() =>
  z.object({
    version: z.literal(assertionVersion),
    iss: z.string(),
    aud: z.string(),
    /** Unix time in seconds. Milliseconds would lie in the far future and are refused for it. */
    iat: z.int(),
    method: z.string(),
    path: z.string(),
    sessionId: nonBlank(),
    user: canonicalUserSchema().extend({ emailVerified: z.literal(true) }),
  }),
)

type TrustedProxyAssertion = z.output<ReturnType<typeof assertionSchema>>

export function createTrustedProxySessionReader(configuration: TrustedProxyConfiguration): SessionReader {
  const { secrets, issuer, audience, assertionHeader, signatureHeader, pathsComeDecoded } = configuration

  function isSigned(assertion: string, signature: string): boolean {
    const given = Buffer.from(signature)
    // Every valid secret is tried, whichever fits, so that time tells nothing.
    const fits = secrets.map((secret) => {
      const expected = Buffer.from(createHmac('sha256', secret).update(assertion).digest('base64url'))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return fits.includes(true)
  }

  return {
    readsAuthorization: false,
    read: async (event, now) => {
      const assertion = headerOf(event, assertionHeader)
      const signature = headerOf(event, signatureHeader)
      if (assertion === undefined || signature === undefined) return undefined
      if (assertion.length > maximumAssertionLength || !isSigned(assertion, signature)) return undefined

      const content = parseAssertion(assertion)
      if (!content) return undefined
      const { iss, aud, iat, method, path, user } = content
      if (iss !== issuer || aud !== audience) return undefined
      if (method !== event.requestContext.http.method) return undefined
      if (!isTarget(path, event, pathsComeDecoded)) return undefined
      const ageInSeconds = now.getTime() / 1000 - iat
      if (ageInSeconds > maximumAgeInSeconds || ageInSeconds < -futureSkewInSeconds) return undefined

      const { id, displayName, email } = user
      return { userId: id, confirm: async () => ({ id, displayName, email }) }
    },
  }
}

/**
 * Whether a path with its query is the request's, to the letter. Where the gateway has decoded the path, it may also
 * be one that decodes to what is left: what the function cannot tell apart, it does not treat differently either.
 */
function isTarget(path: string, { rawPath, rawQueryString }: HttpEvent, pathsComeDecoded: boolean): boolean {
  const [, ownPath = '', query = ''] = /^([^?]*)(?:\?(.+))?$/s.exec(path) ?? []
  if (query !== rawQueryString) return false
  return ownPath === rawPath || (pathsComeDecoded && decodeOnce(ownPath) === rawPath)
}

function decodeOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** A header that came twice arrives joined with a comma, which is no base64url. */
const base64urlPattern = /^[A-Za-z0-9_-]+$/

function parseAssertion(assertion: string): TrustedProxyAssertion | undefined {
  if (!base64urlPattern.test(assertion)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(assertion, 'base64url'))
    return assertionSchema().safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
