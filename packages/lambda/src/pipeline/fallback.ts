import { endpoints } from '@cairn/contract/http/endpoints'
import { allOperations } from '@cairn/contract/registry/registry'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { GroupHandler } from './event.ts'
import { createRequestPipeline } from './request-pipeline.ts'
import { permission, takesOtherOrigins } from './response/cross-origin.ts'
import { RouteError } from './route.ts'

/**
 * Serves API Gateway's `$default` route: permission for browsers that ask whether a page of another origin may send a request,
 * otherwise 405 if the path takes other methods, otherwise 404.
 */
export function createFallbackHandler(runtime: PublicRuntime): GroupHandler {
  return createRequestPipeline(runtime, async ({ rawPath, requestContext }) => {
    if (requestContext.http.method === 'OPTIONS' && takesOtherOrigins(rawPath)) {
      return { statusCode: 204, headers: permission }
    }
    throw new RouteError(methodsOf(rawPath))
  })
}

function methodsOf(path: string): string[] {
  const routes = [...allOperations, ...endpoints].filter((route) => pathPattern(route.path).test(path))
  return [...new Set(routes.map(({ method }) => method))].sort()
}

/** Matches the paths of an operation: a parameter takes one segment. */
function pathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
