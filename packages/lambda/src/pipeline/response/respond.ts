import type { ServiceError } from '@cairn/contract/errors'
import { requestBudgetMilliseconds } from '@cairn/domain/database/retry'
import type { SessionCookie } from '../../auth/cookies/session-cookie.ts'
import type { PublicRuntime } from '../../configuration/runtime.ts'
import { logRequest } from '../../logging/request-log.ts'
import { clientError, errorResponse } from '../errors.ts'
import { type HttpEvent, type HttpResponse, headerOf, type OperationEvent } from '../event.ts'
import { RouteError } from '../route.ts'
import { withCompression } from './compression.ts'
import { withStandardHeaders } from './response-headers.ts'

type Request = { event: OperationEvent; response?: HttpResponse; error?: unknown }

/**
 * The outermost middleware. It sets the time and the deadline of a request, turns whatever is thrown into an error of the
 * contract, waits for background work, adds the headers of every response, compresses the response, and logs the request.
 */
export function respond(runtime: PublicRuntime, cookie: SessionCookie) {
  async function finish(request: Request, response: HttpResponse, refusal?: ServiceError): Promise<void> {
    const { event } = request
    const thrown = refusal ?? event.toolRefusal
    await event.backgroundWork?.settle(event.deadline)
    const headers = { ...event.rateLimit, ...response.headers }
    request.response = withCompression(
      withStandardHeaders({ ...response, headers }, event.requestContext.requestId),
      headerOf(event, 'accept-encoding'),
    )
    logRequest(runtime, event, {
      status: response.statusCode ?? 200,
      milliseconds: Date.now() - (event.deadline - requestBudgetMilliseconds),
      ...(thrown && { code: thrown.code }),
      ...(thrown && thrown.status >= 500 && { error: thrown }),
    })
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
      event.deadline = Date.now() + requestBudgetMilliseconds
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
