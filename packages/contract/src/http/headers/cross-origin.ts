/** Headers and methods allowed for pages of other origins (CORS). */
import { idempotencyKeyHeader, organizationIdHeader, replayedHeader } from './header-names.ts'

/** Headers of responses besides those that every page may read (Fetch standard, "CORS-safelisted response-header name"). */
export const exposedHeaders: readonly string[] = [
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  replayedHeader,
  'RateLimit',
  'RateLimit-Policy',
  'Allow',
]

/** Headers of requests that our manual names. */
export const allowedHeaders: readonly string[] = [
  'Authorization',
  'Content-Type',
  idempotencyKeyHeader,
  organizationIdHeader,
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
]

/** All of them on every path, so that a page can also read a 404 or 405. */
export const allowedMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** How long a browser remembers the permission, in seconds: the most that Chromium does. */
export const permissionSeconds = 7_200
