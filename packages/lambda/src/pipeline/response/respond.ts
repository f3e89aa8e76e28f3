import type { ServiceError } from '@cairn/contract/errors/errors'
import { requestBudgetMilliseconds } from '@cairn/domain/storage/database/retry'
import type { SessionCookie } from '../../auth/cookies.ts'
import type { PublicRuntime } from '../../configuration/runtime.ts'
import { logRequest } from '../../logging/request-log.ts'
import { clientError, errorResponse } from '../errors.ts'
import { type HttpEvent, type HttpResponse, headerOf, type OperationEvent } from '../event.ts'
import { RouteError } from '../route.ts'
import { withCompression } from './compression.ts'
import { isOpenToAll, openToAll } from './cross-origin.ts'
import { standardHeaders } from './response-headers.ts'

type Request = { event: OperationEvent; response?: HttpResponse; error?: unknown }

/**
 * The outermost middleware. It sets the time and the deadline of a request, and turns whatever is thrown into an error of the contract. It
 * waits for background work, adds the headers, compresses the response, and logs the request.
 */
export function respond(runtime: PublicRuntime, cookie: SessionCookie) {
  const { webOrigin, distributionSecrets } = runtime.configuration
  const withStandardHeaders = standardHeaders(webOrigin)

  async function finish(request: Request, response: HttpResponse, refusal?: ServiceError): Promise<void> {
    const { event } = request
    const thrown = refusal ?? event.toolRefusal
    await event.requestTasks?.settle(event.deadline)
    const headers = { ...event.rateLimit, ...sharingOf(event, response), ...response.headers }
    request.response = withCompression(
      withStandardHeaders({ ...response, headers }, event.requestContext.requestId),
      headerOf(event, 'accept-encoding'),
    )
    logRequest(runtime, event, {
      status: response.statusCode ?? 200,
      milliseconds: Date.now() - event.startedAt,
      ...(thrown && { code: thrown.code }),
      ...(thrown && thrown.status >= 500 && { error: thrown }),
    })
  }

  /**
   * Says which pages may read the response. The distribution allows all origins where a response says nothing, for errors that no
   * function sends: so what is not for all names our own.
   */
  function sharingOf(event: OperationEvent, { statusCode = 200 }: HttpResponse): HttpResponse['headers'] {
    const { operation } = event
    const isOpen = isOpenToAll(
      {
        path: event.rawPath,
        authorization: headerOf(event, 'authorization'),
        hasCookie: event.cookies !== undefined || headerOf(event, 'cookie') !== undefined,
      },
      { status: statusCode, isCacheable: operation?.cacheControl !== undefined, isUnrouted: !operation },
    )
    if (isOpen) return openToAll
    return distributionSecrets.length > 0 ? { 'access-control-allow-origin': webOrigin } : {}
  }

  /** The cookies of a response for nobody: if the request had a session cookie, it is no longer valid and is cleared. */
  function clearedCookies(event: OperationEvent): Pick<HttpResponse, 'cookies'> {
    const isInvalid = event.isSessionChecked && cookie.read(event as HttpEvent) !== undefined
    return isInvalid ? { cookies: [cookie.clear()] } : {}
  }

  return {
    before: function startRequest({ event }: Request) {
      event.now = runtime.clock()
      // Real time, even if a test moves the clock.
      event.startedAt = Date.now()
      event.deadline = event.startedAt + requestBudgetMilliseconds
    },
    after: async function finishRequest(request: Request) {
      const { event, response = {} } = request
      const isForNobody = event.operation?.credential === 'session_or_none' && !event.access
      await finish(request, { ...response, ...(isForNobody && clearedCookies(event)) })
    },
    onError: async function refuseRequest(request: Request) {
      const { event } = request
      const error = clientError(request.error)
      const response = errorResponse(error)
      await finish(
        request,
        {
          ...response,
          ...(error.code === 'unauthorized' && clearedCookies(event)),
          ...(error instanceof RouteError &&
            error.allow && { headers: { ...response.headers, allow: error.allow } }),
          ...(error.status === 401 &&
            event.challenge && { headers: { ...response.headers, 'www-authenticate': event.challenge } }),
        },
        error,
      )
    },
  }
}
