import { createFallbackHandler, createPublicRuntime, type GroupHandler, withSecrets } from '@cairn/lambda'
import { createGroup } from './group.ts'

const runtime = createPublicRuntime(await withSecrets(process.env))
const group = createGroup(runtime)
const fallback = createFallbackHandler(runtime)

/** Serves the group and, behind the gateway's `$default`, every request that no route takes. */
export const handler: GroupHandler = (event, context) =>
  event.routeKey === '$default' ? fallback(event, context) : group(event, context)
