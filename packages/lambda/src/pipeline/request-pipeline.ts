import type { Operation } from '@cairn/contract/registry/operation'
import middy from '@middy/core'
import { createSessionCookie } from '../auth/cookies.ts'
import type { PublicRuntime } from '../configuration/runtime.ts'
import { fetchRotatedSecret } from '../configuration/secrets.ts'
import { requireDistributionSecret } from './checks/require-distribution-secret.ts'
import type { GroupHandler, HttpResponse, OperationEvent } from './event.ts'
import { respond } from './response/respond.ts'
import { RouteError, routeKeyOf } from './route.ts'

/** `withinDeadline` enforces the deadline of a request; middy's own timeout would cost two more timers. */
const noEarlyTimeout = { timeoutEarlyInMillis: 0 }

/** Returns the response to a request, or throws what `respond` turns into one. */
export type RequestHandler = (event: OperationEvent) => Promise<HttpResponse>

/** The outermost layer of every function, the only one of middy's: `respond` turns whatever `handle` throws into a response. */
export function createRequestPipeline(runtime: PublicRuntime, handle: RequestHandler): GroupHandler {
  const { webOrigin, distributionSecrets, distributionSecretArn: arn } = runtime.configuration
  const fetchSecrets = arn === undefined ? undefined : () => fetchRotatedSecret(arn)
  const pipeline = middy<OperationEvent, HttpResponse>(noEarlyTimeout)
    .use([
      respond(runtime, createSessionCookie(webOrigin)),
      requireDistributionSecret(distributionSecrets, fetchSecrets),
    ])
    .handler((event) => handle(event))
  // The first middleware adds what a request has beyond the event.
  return (event, context) => {
    const { clientGone } = context
    return pipeline(Object.assign(event as OperationEvent, clientGone && { clientGone }), context)
  }
}

/** Hands each request to its operation. API Gateway has matched method and path already (`routeKey`). */
export function createRouter(
  operations: readonly Operation[],
  handlerOf: (operation: Operation) => RequestHandler,
): RequestHandler {
  const handlers = new Map(operations.map((operation) => [routeKeyOf(operation), handlerOf(operation)]))
  return async (event) => {
    const handle = handlers.get(event.routeKey)
    if (!handle) throw new RouteError()
    return handle(event)
  }
}
