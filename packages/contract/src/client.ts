import { type ErrorAddition, type ErrorCode, type ErrorDetail, errorStatuses } from './errors.ts'
import type { Operation, OperationRequest } from './operation.ts'
import { type OperationId, type OutputOf, operations } from './registry.ts'

type ErrorBody = { error: ErrorCode; message: string; details?: ErrorDetail[] } & ErrorAddition

/**
 * Whether the service has sent this, and not a proxy in between. Not by the schema, which contains those of the history: browsers
 * would load all of them to read an error.
 */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const { error, message, details = [] } = body as Partial<Record<keyof ErrorBody, unknown>>
  const isDetail = (detail: unknown) =>
    typeof detail === 'object' && detail !== null && 'path' in detail && 'message' in detail
  return (
    typeof error === 'string' &&
    Object.hasOwn(errorStatuses, error) &&
    typeof message === 'string' &&
    Array.isArray(details) &&
    details.every(isDetail)
  )
}

/** An error response. `retryAfterSeconds` is set for 429 and 503. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly addition: ErrorAddition

  constructor(response: Response, body: ErrorBody) {
    super(body.message)
    this.status = response.status
    this.code = body.error
    this.details = body.details ?? []
    this.addition = body
    this.requestId = response.headers.get('x-request-id') ?? undefined
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined
  }
}

export type ClientOptions = {
  /** Origin of the service without a trailing slash. Empty in a browser on the same origin. */
  baseUrl?: string
  /**
   * Headers of every request, such as `authorization`. A function is called for each request: a browser tab can send
   * its own `Organization-Id`.
   */
  headers?: Record<string, string> | (() => Record<string, string>)
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** An operation without input can be called without an argument. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends OperationRequest<(typeof operations)[Id]>
    ? [request?: OperationRequest<(typeof operations)[Id]>]
    : [request: OperationRequest<(typeof operations)[Id]>]

export type Client = { [Id in OperationId]: (...request: Arguments<Id>) => Promise<OutputOf<Id>> }

/** The request of any operation. */
type AnyRequest = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** Returns the path and query of a request to `operation`. */
export function requestPath(operation: Operation, { params = {}, query = {} }: AnyRequest): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * Creates a client with one typed function per operation. Each returns the body of the success response.
 * @throws `ApiError` for an error response, and the error of `fetch` if the service cannot be reached.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', headers = {}, fetch = globalThis.fetch.bind(globalThis) } = options

  async function call(operation: Operation, request: AnyRequest = {}): Promise<unknown> {
    const hasBody = request.body !== undefined
    const init: RequestInit = {
      method: operation.method,
      headers: {
        ...(typeof headers === 'function' ? headers() : headers),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      ...(hasBody && { body: JSON.stringify(request.body) }),
    }
    const response = await fetch(baseUrl + requestPath(operation, request), init)
    if (response.status === operation.success.status) {
      return 'body' in operation.success ? response.json() : undefined
    }
    const body: unknown = await response.json().catch(() => undefined)
    throw new ApiError(
      response,
      isErrorBody(body)
        ? body
        : {
            error: 'internal_error',
            message: `The service responded with ${response.status} and no error body.`,
          },
    )
  }

  const functions: Record<string, (request?: AnyRequest) => Promise<unknown>> = {}
  for (const operation of Object.values(operations)) {
    functions[operation.id] = (request) => call(operation, request)
  }
  return functions as unknown as Client
}
