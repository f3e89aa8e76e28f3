/**
 * Responses that pages of other origins may read (CORS). Only what needs no cookie: with `*`, a browser refuses to show a page a response to a
 * request with cookies, and a request that has one gets no permission at all.
 */
import {
  allowedHeaders,
  allowedMethods,
  exposedHeaders,
  permissionSeconds,
} from '@cairn/contract/http/headers/cross-origin'

/** Paths where no session counts, so that everybody gets the same. */
const publicPaths =
  /^\/(?:openapi\.json|llms\.txt|\.well-known\/.*|oauth\/(?:token|register|revoke|device|keys))$/
/** Paths that take a token in the `Authorization` header, which no browser adds by itself. */
const tokenPaths = /^\/(?:v1|mcp)(?:\/.*)?$/

/** Allows pages of every origin to read a response. */
export const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
}

/** The answer to a browser that asks before it sends a request (preflight). */
export const permission = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': allowedMethods.join(', '),
  // Libraries add headers of their own. `*` stands for all but `Authorization`.
  'access-control-allow-headers': [...allowedHeaders, '*'].join(', '),
  'access-control-max-age': String(permissionSeconds),
}

/** Whether pages of other origins may send requests to a path. */
export function takesOtherOrigins(path: string): boolean {
  return publicPaths.test(path) || tokenPaths.test(path)
}

/** The part of a request that decides who may read the response. */
type Asked = {
  path: string
  authorization: string | undefined
  hasCookie: boolean
}

type Answered = {
  status: number
  /** Of an operation that answers everybody in the same way. */
  isCacheable?: boolean
  /** Whether no operation has looked at the request. */
  isUnrouted: boolean
}

/**
 * Whether pages of every origin may read a response. A proxy in front may recognize people by more than cookies, so a response to a
 * request without `Authorization` must be the same for everybody, or say that there is no credential.
 */
export function isOpenToAll({ path, authorization, hasCookie }: Asked, response: Answered): boolean {
  if (publicPaths.test(path)) return true
  if (!tokenPaths.test(path)) return false
  if (response.isCacheable) return true
  return !hasCookie && (authorization !== undefined || response.isUnrouted || response.status === 401)
}
