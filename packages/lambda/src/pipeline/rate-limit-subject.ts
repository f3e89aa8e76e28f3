import { isIP } from 'node:net'
import type { RateLimitSubject } from '@cairn/domain/requests/rate-limits/limits'
import { providers } from '../auth/providers.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { type HttpEvent, headerOf } from './event.ts'

/**
 * Whom the rate limits of a request apply to: the address of the connection, or the one that a trusted proxy in front
 * writes into `CLIENT_ADDRESS_HEADER`. Headers that clients can set themselves, such as X-Forwarded-For, are never read.
 * Behind an authenticating proxy every connection is the proxy's, and its address says nothing about a client.
 */
export function rateLimitSubjectOf(
  { rateLimits, clientAddressHeader, auth }: Configuration,
  event: Pick<HttpEvent, 'headers' | 'requestContext'>,
): RateLimitSubject {
  const connection = providers[auth.provider].isProxy ? undefined : event.requestContext.http.sourceIp
  const reported = clientAddressHeader && headerOf(event, clientAddressHeader)?.trim()
  return { limits: rateLimits, address: reported && isIP(reported) ? reported : connection }
}
