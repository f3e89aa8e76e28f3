import type { IncomingMessage } from 'node:http'

/** A name, or an address in brackets, and perhaps a port (RFC 9110, 7.2), without the escapes that no browser sends. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * What is wrong with a request that Node's strict parser took all the same, as a sentence; undefined where nothing is.
 * Threat: two readers of the same bytes, here and in something in front, that find different requests in them.
 */
export function malformationOf(request: IncomingMessage): string | undefined {
  const { headers, headersDistinct, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The service speaks HTTP/1.1.'
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    // RFC 9112, 6.1: HTTP/1.0 knows no chunks, and other codings leave the body unread.
    return 'The request may be sent in chunks by HTTP/1.1, and in no other transfer coding.'
  }
  const hosts = headersDistinct.host ?? []
  if (httpVersion === '1.0' && hosts.length === 0) return undefined
  // RFC 9112, 3.2: without exactly one, two readers could take the request for different hosts.
  if (hosts.length !== 1) return 'The request needs exactly one Host header.'
  return hostPattern.test(hosts[0] ?? '') ? undefined : 'The Host header is no host.'
}

/**
 * Whether what stands behind the request can be another one. Behind a malformed one it may have been meant as its body; behind
 * one that asks for another protocol, Node throws away what came with it.
 */
export function isFollowable(request: IncomingMessage): boolean {
  return request.headers.upgrade === undefined && malformationOf(request) === undefined
}
