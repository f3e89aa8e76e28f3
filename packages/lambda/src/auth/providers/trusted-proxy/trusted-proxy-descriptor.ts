import { createHmac, timingSafeEqual } from 'node:crypto'
import { lazy } from '@cairn/contract/registry/lazy'
import * as z from 'zod'
import { type HttpEvent, headerOf } from '../../../pipeline/event.ts'
import { canonicalUserSchema, nonBlank } from '../../credentials/canonical-user.ts'
import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import type { SessionReader } from '../../session-reader.ts'
import {
  readTrustedProxyConfiguration,
  type TrustedProxyConfiguration,
} from './trusted-proxy-configuration.ts'

/**
 * Reads sessions that a trusted proxy vouches for, request by request (service document, section 5).
 *
 * The proxy authenticates the browser and sends two headers over the private hop: an assertion and its HMAC-SHA-256.
 * Threats:
 * - a forged or altered assertion: the signature covers the header's exact characters and is compared in constant time
 *   before the content is parsed;
 * - an assertion from another request, or replayed: it is bound to method, path and query, and at most 30 seconds old;
 * - an assertion for another deployment or environment: issuer and audience;
 * - an unverified address, which would let somebody accept another person's invitation.
 * In every case there is no session, and no response says why.
 */

const maximumAgeSeconds = 30
const futureSkewSeconds = 5
/** Far more than any assertion needs; limits the work that an unauthenticated request can cause. */
const maximumAssertionLength = 8 * 1024
const assertionVersion = 1

/** Other fields are ignored. Only the user's id, name and address leave this module. */
const assertionSchema = lazy(() =>
  z.object({
    version: z.literal(assertionVersion),
    iss: z.string(),
    aud: z.string(),
    /** Unix time in seconds. Milliseconds would be far in the future and are refused. */
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
    // Every secret is compared, even after a match, so that the time reveals nothing.
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
      const ageSeconds = now.getTime() / 1000 - iat
      if (ageSeconds > maximumAgeSeconds || ageSeconds < -futureSkewSeconds) return undefined

      const { id, displayName, email } = user
      return { userId: id, key: id, confirm: async () => ({ user: { id, displayName, email } }) }
    },
  }
}

/**
 * Whether a path with query equals that of the request. If the gateway has decoded the path, a path that decodes to it is
 * accepted too: the function cannot distinguish them.
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

/** A repeated header arrives joined with a comma, which is not base64url. */
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

/** A proxy in front of the service that signs an assertion about the user for every request. */
export const trustedProxyDescriptor = {
  readConfiguration: readTrustedProxyConfiguration,
  createSessionReader: createTrustedProxySessionReader,
  isProxy: true,
  deployment: {
    variables: {
      AUTH_PROXY_ISSUER: 'required',
      AUTH_PROXY_AUDIENCE: 'required',
      AUTH_PROXY_LOGIN_URL: 'https address',
      AUTH_PROXY_LOGOUT_URL: 'https address',
      AUTH_PROXY_HEADER_WORD: 'optional',
      AUTH_ACCOUNT_URL: 'optional https address',
    },
    secret: {
      variable: 'AUTH_PROXY_SECRET',
      description: 'signs the assertions of the trusted proxy',
      usedBy: 'sessions',
    },
    packages: [],
    signInPackages: [],
  },
} as const satisfies ProviderDescriptor<TrustedProxyConfiguration>
