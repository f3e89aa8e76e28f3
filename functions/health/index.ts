import { createFallbackHandler, createPublicRuntime, type GroupHandler, withSecrets } from '@cairn/lambda'
import { createGroup } from './group.ts'

const runtime = createPublicRuntime(await withSecrets(process.env))
const group = createGroup(runtime)
const fallback = createFallbackHandler(runtime)

/** Serves the group and API Gateway's `$default` route: every request that no other route takes. */
export const handler: GroupHandler = (event, context) =>
  event.routeKey === '$default' ? fallback(event, context) : group(event, context)
