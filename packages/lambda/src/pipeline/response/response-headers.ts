import type { HttpResponse } from '../event.ts'

/**
 * Headers of every answer. The API serves data to scripts of its own origin: nothing of it is to be framed,
 * sniffed, embedded elsewhere or kept.
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
 * The answer with the headers that every answer has. A `cache-control` of its own stays.
 *
 * @param requestId  API Gateway's, by which the logs are found.
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
