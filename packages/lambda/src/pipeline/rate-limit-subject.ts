import { isIP } from 'node:net'
import type { RateLimitSubject } from '@cairn/domain/rate-limits/rate-limiter'
import type { Runtime } from '../configuration/runtime.ts'
import { type HttpEvent, headerOf } from './event.ts'

/**
 * Who attempts something that is limited. The address is that of the connection, or the one that whatever stands in
 * front writes into `CLIENT_ADDRESS_HEADER`. A header that clients can set themselves, such as X-Forwarded-For, is never
 * looked at. Behind an authenticating proxy every connection is the proxy's: its address says nothing about a client.
 */
export function rateLimitSubjectOf({ configuration }: Runtime, event: HttpEvent): RateLimitSubject {
  const { rateLimits, clientAddressHeader, auth } = configuration
  const connection = auth.provider === 'trusted_proxy' ? undefined : event.requestContext.http.sourceIp
  const reported = clientAddressHeader && headerOf(event, clientAddressHeader)?.trim()
  return { limits: rateLimits, address: reported && isIP(reported) ? reported : connection }
}
