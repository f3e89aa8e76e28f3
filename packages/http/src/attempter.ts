import { isIP } from 'node:net'
import type { Attempter } from '@cairn/domain/rate-limits/attempts'
import type { AuthConfiguration, Configuration } from './configuration.ts'
import { type HttpEvent, headerOf } from './event.ts'

/**
 * Who attempts something that is limited. The address is that of the connection, or the one that whatever stands in
 * front writes into `CLIENT_ADDRESS_HEADER`. A header that clients can set themselves, such as X-Forwarded-For, is never
 * looked at. Behind an authenticating proxy every connection is the proxy's: its address says nothing about a client.
 */
export function attempterOf(
  { configuration }: { configuration: Configuration },
  event: Pick<HttpEvent, 'headers' | 'requestContext'>,
): Attempter {
  const { rateLimits, clientAddressHeader, auth } = configuration
  const connection = isBehindProxy(auth) ? undefined : event.requestContext.http.sourceIp
  const reported = clientAddressHeader && headerOf(event, clientAddressHeader)?.trim()
  return { limits: rateLimits, address: reported && isIP(reported) ? reported : connection }
}

/** A token that does not come as a bearer is put into its header by something in front, too. */
function isBehindProxy(auth: AuthConfiguration): boolean {
  return auth.provider === 'trusted_proxy' || (auth.provider === 'jwt' && auth.header !== 'authorization')
}
