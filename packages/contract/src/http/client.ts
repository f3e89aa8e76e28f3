import type { ErrorDetail } from '../errors/error-details.ts'
import { type ErrorAddition, type ErrorCode, errorStatuses } from '../errors/errors.ts'
import type { Operation, OperationRequest } from '../registry/operation.ts'
import { type OperationId, type OutputOf, operations } from '../registry/registry.ts'
import { type AnyRequest, isErrorShape, requestInit, requestPath, retryAfterOf } from './wire.ts'

export { requestPath }

type ErrorBody = { error: ErrorCode; message: string; details?: ErrorDetail[] } & ErrorAddition

/** The codes of errors that a gateway in front of the service sends, which does not know their shape. */
const codesOfGateways: Readonly<Record<number, ErrorCode>> = {
  413: 'payload_too_large',
  429: 'too_many_requests',
}

/** Whether the service has sent this, and not a proxy in between. */
function isErrorBody(body: unknown): body is ErrorBody {
  return isErrorShape(body) && Object.hasOwn(errorStatuses, body.error)
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
    this.retryAfterSeconds = retryAfterOf(response)
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

/**
 * Creates a client with one typed function per operation. Each returns the body of the success response.
 * @throws `ApiError` for an error response, and the error of `fetch` if the service cannot be reached.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', headers = {}, fetch = globalThis.fetch.bind(globalThis) } = options

  async function call(operation: Operation, request: AnyRequest = {}): Promise<unknown> {
    const { success, file } = operation
    const init = requestInit(operation, request, typeof headers === 'function' ? headers() : headers)
    const sent = file
      ? { ...init, headers: { ...init.headers, 'content-type': file.type }, body: request.body as Blob }
      : init
    const response = await fetch(baseUrl + requestPath(operation, request), sent)
    const isUnchanged = 'unchanged' in success && response.status === 200
    if (response.status === success.status || isUnchanged) {
      if ('file' in success) return response.blob()
      return 'body' in success ? response.json() : undefined
    }
    const body: unknown = await response.json().catch(() => undefined)
    throw new ApiError(
      response,
      isErrorBody(body)
        ? body
        : {
            error: codesOfGateways[response.status] ?? 'internal_error',
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
