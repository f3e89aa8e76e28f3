import type { Operation } from '@cairn/contract/operation'
import middy from '@middy/core'
import httpRouter from '@middy/http-router'
import { createSessionCookie } from '../auth/session-cookie.ts'
import type { PublicRuntime } from '../configuration/runtime.ts'
import { fetchRotatedSecret } from '../configuration/secrets.ts'
import { requireDistributionSecret } from './checks/require-distribution-secret.ts'
import type { GroupHandler, HttpResponse, OperationEvent } from './event.ts'
import { respond } from './response/respond.ts'
import { routeErrors } from './route.ts'

/** The deadline of a request is ours (`withinDeadline`); middy's would cost two more timers. */
export const noEarlyTimeout = { timeoutEarlyInMillis: 0 }

/** Takes an event on to its answer; throws what the outermost layer turns into one. */
type Route = (event: OperationEvent, ...rest: unknown[]) => Promise<HttpResponse>

/** The outermost layer of every function: `respond` answers for whatever is thrown below it. */
export function createRequestPipeline(runtime: PublicRuntime, route: Route): GroupHandler {
  const { webOrigin, originVerifySecrets, originVerifySecretArn: arn } = runtime.configuration
  const fetchSecrets = arn === undefined ? undefined : () => fetchRotatedSecret(arn)
  return middy<OperationEvent, HttpResponse>(noEarlyTimeout)
    .use([
      respond(runtime, createSessionCookie(webOrigin)),
      requireDistributionSecret(originVerifySecrets, fetchSecrets),
    ])
    .handler(route) as unknown as GroupHandler
}

/** Finds the operation of a request; what is none of them is refused as the contract says. */
export function routeTo(
  operations: readonly Operation[],
  pipelineOf: (operation: Operation) => unknown,
): Route {
  const routeError = routeErrors(operations)
  // The router knows events as API Gateway sends them; ours have been parsed a little further.
  return httpRouter({
    routes: operations.map((operation) => ({
      method: operation.method,
      path: operation.path,
      handler: pipelineOf(operation) as GroupHandler,
    })),
    notFoundResponse: ({ path }) => {
      throw routeError(path)
    },
  }) as unknown as Route
}
