import { allOperations } from '@cairn/contract/registry'
import { createEntry } from './entry.ts'
import type { GroupHandler } from './event.ts'
import { routeErrors } from './route.ts'
import type { PublicRuntime } from './runtime.ts'

/** What the gateway's `$default` route goes to: 404, or 405 where the path takes other methods. */
export function createFallbackHandler(runtime: PublicRuntime): GroupHandler {
  const routeError = routeErrors(allOperations)
  return createEntry(runtime, async ({ rawPath }) => {
    throw routeError(rawPath)
  })
}
