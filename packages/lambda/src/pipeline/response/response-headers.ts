import { strictTransportSecurity } from '@cairn/contract/http/headers/transport-security'
import type { HttpResponse } from '../event.ts'

/**
 * Headers of every response. The API serves data to scripts of its own origin: browsers must not frame, sniff, embed or
 * store it.
 */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export type AddHeaders = (response: HttpResponse, requestId: string) => HttpResponse

/**
 * Returns what adds the headers of every response. A header that the response already has is kept. `requestId` is API Gateway's, which
 * the logs contain too.
 *
 * @param webOrigin  Decides whether subdomains must use HTTPS, too.
 */
export function standardHeaders(webOrigin: string | undefined): AddHeaders {
  const headersOfAll = {
    ...securityHeaders,
    'strict-transport-security': strictTransportSecurity(webOrigin),
    'cache-control': 'no-store',
  }
  return (response, requestId) => ({
    ...response,
    headers: { ...headersOfAll, 'x-request-id': requestId, ...response.headers },
  })
}
