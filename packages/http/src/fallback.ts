import { allOperations } from '@cairn/contract/registry'
import middy from '@middy/core'
import { createSessionCookie } from './auth/session-cookie.ts'
import type { GroupHandler, OperationEvent } from './event.ts'
import { respond } from './middleware/respond.ts'
import { verifyOrigin } from './middleware/verify-origin.ts'
import { routeErrors } from './route.ts'
import type { Runtime } from './runtime.ts'

/** What the gateway's `$default` route goes to: 404, or 405 where the path takes other methods. */
export function createFallbackHandler(runtime: Runtime): GroupHandler {
  const routeError = routeErrors(allOperations)
  return middy<OperationEvent>()
    .use([
      respond(runtime, createSessionCookie(runtime.configuration.webOrigin)),
      verifyOrigin(runtime.configuration.originVerifySecrets),
    ])
    .handler(async ({ rawPath }) => {
      throw routeError(rawPath)
    }) as unknown as GroupHandler
}
