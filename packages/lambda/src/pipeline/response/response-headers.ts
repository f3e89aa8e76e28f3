import type { HttpResponse } from '../event.ts'

/**
 * Headers of every response. The API serves data to scripts of its own origin: browsers must not frame, sniff, embed or
 * store it.
 */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Adds the headers of every response. A header that the response already has is kept.
 *
 * @param requestId  API Gateway's, which the logs contain too.
 */
export function withStandardHeaders(response: HttpResponse, requestId: string): HttpResponse {
  return {
    ...response,
    headers: {
      ...securityHeaders,
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...response.headers,
    },
  }
}
