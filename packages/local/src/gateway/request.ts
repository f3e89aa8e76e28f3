import type { IncomingMessage } from 'node:http'

/** A name, or an address in brackets, and an optional port (RFC 9110, 7.2). Percent escapes, which no browser sends, are refused. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Returns what is wrong with a request that Node's strict parser accepted, as a sentence, or `undefined`.
 * Threat: request smuggling, in which this server and a proxy in front find different requests in the same bytes.
 */
export function malformationOf(request: IncomingMessage): string | undefined {
  const { headers, headersDistinct, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The service requires HTTP/1.1.'
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    // RFC 9112, 6.1: HTTP/1.0 has no chunks, and a body in another coding cannot be read.
    return 'The only transfer coding is chunked, in HTTP/1.1.'
  }
  const hosts = headersDistinct.host ?? []
  if (httpVersion === '1.0' && hosts.length === 0) return undefined
  // RFC 9112, 3.2: otherwise this server and a proxy could take the request for different hosts.
  if (hosts.length !== 1) return 'The request needs exactly one Host header.'
  return hostPattern.test(hosts[0] ?? '') ? undefined : 'The Host header is not a valid host.'
}

/**
 * Whether the bytes after the request can be read as the next one. After a malformed request they may be its body. After an
 * `Upgrade` request, Node drops the bytes of the same packet.
 */
export function isFollowable(request: IncomingMessage): boolean {
  return request.headers.upgrade === undefined && malformationOf(request) === undefined
}
