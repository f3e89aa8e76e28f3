import type { Group, Operation } from '@cairn/contract/operation'
import type { operationGroups } from '@cairn/contract/registry'
import { unavailable } from '@cairn/domain/database/unavailable'
import middy from '@middy/core'
import { createSessionReader } from '../auth/create-session-reader.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { checkScope } from './checks/check-scope.ts'
import { readBody } from './checks/read-body.ts'
import { refuseCrossSiteRequests } from './checks/refuse-cross-site-requests.ts'
import { resolveAccess } from './checks/resolve-access.ts'
import { validateInput } from './checks/validate-input.ts'
import { contextOf } from './context.ts'
import type { GroupHandler, HttpEvent, HttpResponse, OperationEvent } from './event.ts'
import { type AnyOperationHandler, notOffered, type OperationHandlers, successResponse } from './operation.ts'
import {
  createRequestPipeline,
  createRouter,
  noEarlyTimeout,
  type RequestHandler,
} from './request-pipeline.ts'
import { RouteError } from './route.ts'

/**
 * One Lambda handler out of a group's operations.
 *
 *   respond ─▶ verify origin ─▶ router ─▶ Origin ─▶ credential ─▶ scope ─▶ body ─▶ input ─▶ the operation
 *
 * which is the contract's order of checks; each stage throws what it refuses, and `respond` answers.
 *
 * @param declarations  The group in the contract's registry (`operationGroups.goals`).
 * @param handlers  What answers them; a missing one is a type error.
 */
export function createGroupHandler<G extends Group>(
  runtime: Runtime,
  declarations: (typeof operationGroups)[G],
  handlers: OperationHandlers<G>,
): GroupHandler {
  const operations: Operation[] = Object.values(declarations)
  const sessions = createSessionReader(runtime.configuration)

  const handlerOf = (operation: Operation): RequestHandler => {
    const handle = (handlers as Record<string, AnyOperationHandler | typeof notOffered>)[operation.id]
    if (!handle) throw new Error(`no handler for ${operation.id}`)
    const checked = middy<OperationEvent, HttpResponse>(noEarlyTimeout)
      .before(({ event }) => {
        event.operation = operation
      })
      .use(refuseCrossSiteRequests(operation, runtime.configuration.webOrigin, sessions))
    if (handle === notOffered) {
      return checked.handler(() => {
        throw new RouteError()
      })
    }
    return checked
      .use([
        resolveAccess(operation, runtime, sessions),
        checkScope(operation),
        ...readBody(operation),
        validateInput(operation),
      ])
      .handler(async (event: OperationEvent) => {
        const output = await handle(contextOf(runtime, event), event.access, event.input, event as HttpEvent)
        return successResponse(operation, output)
      })
  }
  const route = createRouter(operations, handlerOf)
  return createRequestPipeline(runtime, (event, ...rest) =>
    withinDeadline(event, () => route(event, ...rest)),
  )
}

/** An answer, or `unavailable` when the request's time is over: what still hangs then is given up. */
async function withinDeadline(
  event: OperationEvent,
  answer: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let timer: NodeJS.Timeout | undefined
  const timeIsOver = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), event.deadline - Date.now())
  })
  try {
    return await Promise.race([answer(), timeIsOver])
  } finally {
    clearTimeout(timer)
  }
}
