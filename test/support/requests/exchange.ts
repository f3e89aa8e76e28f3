import { allOperations, type ErrorCode, errorCodesOf, errorStatuses, type Operation } from '@cairn/contract'
import { errorBody } from '@cairn/contract/schemas/error-body'
import { expect } from 'vitest'

export type Exchange = {
  /** A `Blob` is sent as it is, everything else as JSON. */
  body?: unknown
  /** Sent unchanged instead of `body`, as `application/json` unless the headers say otherwise. */
  rawBody?: string | Uint8Array<ArrayBuffer>
  /** In addition to the default headers; `undefined` removes one. */
  headers?: Record<string, string | undefined>
}

export type HttpResponse = { status: number; headers: Headers; text: string; body: unknown }

export type Send = (method: string, path: string, exchange?: Exchange) => Promise<HttpResponse>

/** Routes with the same response for everybody (contract, "Rules for every route"). */
const cacheablePaths = ['/health', '/v1/auth/config', '/v1/api-token-scopes']

/** The headers of every response. */
const headerPatterns = Object.entries({
  'x-request-id': /^[\w-]{16,}$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
})

/** A well-formed id that no record has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** The path of an operation with `id` for each parameter. */
export function pathOf({ path }: Operation, id = unknownId): string {
  return path.replaceAll(/\{\w+\}/g, id)
}

/**
 * Sends requests as a browser on the web origin does, with a session cookie if one is given. Checks every response
 * against the contract's rules for all responses before a test sees it.
 */
export function createSend(
  { origin }: { origin: string },
  { cookie, webOrigin = origin }: { cookie?: string; webOrigin?: string } = {},
): Send {
  return async (method, path, { body, rawBody, headers } = {}) => {
    const sent = rawBody ?? sentBodyOf(body)
    const all = {
      origin: webOrigin,
      cookie,
      'content-type': typeOfSent(sent),
      ...headers,
    }
    const response = await fetch(origin + path, {
      method,
      headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
      redirect: 'manual',
      ...(sent !== undefined && { body: sent }),
    })
    const { status, headers: received } = response
    const text = await response.text()
    const checked = { status, headers: received, text, body: parseJson(text) }
    checkResponse(method, path, checked)
    return checked
  }
}

/** Returns a body as `fetch` takes it: a file as it is, everything else as JSON. */
export function sentBodyOf(body: unknown): Blob | string | undefined {
  if (body === undefined || body instanceof Blob) return body
  return JSON.stringify(body)
}

/** Returns the content type of what is sent. */
export function typeOfSent(sent: unknown): string | undefined {
  if (sent === undefined) return undefined
  return sent instanceof Blob ? sent.type : 'application/json'
}

/** The response with this error; its details name each of `paths`. */
export function refusal(code: ErrorCode, ...paths: string[]) {
  return {
    status: errorStatuses[code],
    body: {
      error: code,
      ...(paths.length > 0 && {
        details: expect.arrayContaining(paths.map((path) => expect.objectContaining({ path }))),
      }),
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const operationPaths = allOperations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

function findOperation(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?')
  return operationPaths.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(pathname),
  )?.operation
}

function checkResponse(method: string, path: string, response: HttpResponse): void {
  const operation = findOperation(method, path)
  const { status, headers, text } = response
  for (const [name, pattern] of headerPatterns) {
    // An `expect` for each header of each response would take as long as all else that a test does with it.
    if (!pattern.test(headers.get(name) ?? '')) expect(headers.get(name), name).toMatch(pattern)
  }
  const file = status < 400 && operation && 'file' in operation.success ? operation.success.file : undefined
  const isCacheable = status < 400 && (cacheablePaths.includes(path) || file !== undefined)
  if (isCacheable) expect(headers.get('cache-control')).not.toBe('no-store')
  else expect(headers.get('cache-control')).toBe('no-store')
  if (file !== undefined) expect(headers.get('content-type')).toBe(file)
  else if (text !== '') expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
  if (status >= 400) checkError(method, response, operation)
  else if (operation) checkSuccess(response, operation)
}

function checkError(
  method: string,
  { status, headers, body }: HttpResponse,
  operation: Operation | undefined,
): void {
  if (status === 405) expect(headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  if (status === 429 || status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/)
  // A response to HEAD has no body (RFC 9110, 9.3.2).
  if (method === 'HEAD') return
  const error = errorBody().parse(body)
  expect(status).toBe(errorStatuses[error.error])
  if (error.error !== 'invalid_request') expect(error).not.toHaveProperty('details')
  if (operation && error.error !== 'internal_error') expect(errorCodesOf(operation)).toContain(error.error)
}

function checkSuccess({ status, headers, text, body }: HttpResponse, { success }: Operation): void {
  const isUnchanged = 'unchanged' in success && status === 200
  if (!isUnchanged) expect(status).toBe(success.status)
  if ('body' in success) expect(success.body().safeParse(body).error).toBeUndefined()
  else if (!('file' in success)) expect(text).toBe('')
  if (success.status === 302) expect(headers.get('location')).toMatch(/^https?:/)
}
