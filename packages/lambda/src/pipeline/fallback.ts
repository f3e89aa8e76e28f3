import { allOperations } from '@cairn/contract/registry'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { GroupHandler } from './event.ts'
import { createRequestPipeline } from './request-pipeline.ts'
import { routeErrors } from './route.ts'

/** What the gateway's `$default` route goes to: 404, or 405 where the path takes other methods. */
export function createFallbackHandler(runtime: PublicRuntime): GroupHandler {
  const routeError = routeErrors(allOperations)
  return createRequestPipeline(runtime, async ({ rawPath }) => {
    throw routeError(rawPath)
  })
}
