import { replayedHeader } from '@cairn/contract/http/headers/idempotency-key'
import type { Operation } from '@cairn/contract/registry/operation'
import type { Access } from '@cairn/domain/requests/access'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import { createSessionReader } from '../auth/create-session-reader.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { requireScope } from './checks/check-scope.ts'
import { readBody } from './checks/read-body.ts'
import { refuseCrossSiteRequests } from './checks/refuse-cross-site-requests.ts'
import { validateInput } from './checks/validate-input.ts'
import { contextOf } from './context.ts'
import type { GroupHandler, HttpResponse } from './event.ts'
import {
  type AnyImplementation,
  type Declarations,
  type Implementations,
  notOffered,
  successResponse,
} from './operation.ts'
import { createRequestPipeline, createRouter, type RequestHandler } from './request-pipeline.ts'
import { RouteError } from './route.ts'
import { holdRequest } from './waiting/hold-request.ts'
import { withAccess } from './with-access.ts'
import { withinDeadline } from './within-deadline.ts'

/**
 * Builds the Lambda handler of a group.
 *
 *   respond ─▶ distribution secret ─▶ router ─▶ cross-site ─▶ access ─▶ scope ─▶ body ─▶ input ─▶ the operation
 *
 * This is the contract's order of checks. Each check throws its refusal, and `respond` turns it into a response.
 *
 * @param declarations  The group in the contract's registry.
 * @param implementations  One for each declaration; a missing one is a type error.
 * @param services  What the group's operations need beyond the context of every request, such as email delivery.
 */
export function createGroupHandler<D extends Declarations, S extends object = object>(
  runtime: Runtime,
  declarations: D,
  implementations: Implementations<D, RequestContext & NoInfer<S>>,
  services?: S,
): GroupHandler {
  const operations: Operation[] = Object.values(declarations)
  const { webOrigin } = runtime.configuration
  const sessions = createSessionReader(runtime.configuration)

  const handlerOf = (operation: Operation): RequestHandler => {
    const implementation = (implementations as Record<string, AnyImplementation | typeof notOffered>)[
      operation.id
    ]
    if (!implementation) throw new Error(`There is no implementation of ${operation.id}.`)
    const execute: RequestHandler = async (event) => {
      if (implementation === notOffered) throw new RouteError()
      requireScope(operation, event.access as Access)
      readBody(operation, event)
      validateInput(operation, event)
      const { idempotencyKey } = event
      const noteReplay = () => {
        event.isReplayed = true
      }
      let isUnchanged = false
      const noteUnchanged = () => {
        isUnchanged = true
      }
      const context = {
        ...contextOf(runtime, event),
        ...services,
        idempotencyKey,
        noteReplay,
        noteUnchanged,
        hold: event.hold,
      }
      const result = await implementation(context, event.access, event.input)
      const response = successResponse(operation, result, {
        cookies: event.responseCookies,
        isUnchanged,
      })
      return event.isReplayed ? withReplayHeader(response) : response
    }
    const withoutHold = withAccess(operation, runtime, sessions, execute)
    const timely: RequestHandler = (event) => withinDeadline(event, () => withoutHold(event))
    const isHeld = operation.holdSeconds !== undefined && runtime.waits !== undefined
    const handle = isHeld ? holdRequest(runtime, runtime.waits, timely) : timely
    return async (event) => {
      event.operation = operation
      refuseCrossSiteRequests(operation, webOrigin, sessions, event)
      return handle(event)
    }
  }
  const route = createRouter(operations, handlerOf)
  return createRequestPipeline(runtime, route)
}

/** Says that nothing was written: the response is an earlier one. */
function withReplayHeader(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, [replayedHeader.toLowerCase()]: 'true' } }
}
