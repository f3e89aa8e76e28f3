import { endpoints } from '@cairn/contract/http/endpoints'
import type { Operation } from '@cairn/contract/registry/operation'
import { allOperations, type OperationId, type OutputOf } from '@cairn/contract/registry/registry'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { GroupHandler } from './event.ts'
import { successResponse } from './operation.ts'
import { createRequestPipeline, createRouter } from './request-pipeline.ts'
import { permission, takesOtherOrigins } from './response/cross-origin.ts'
import { RouteError } from './route.ts'

/** An operation without credential and input that changes nothing. */
type PublicOperation = Operation & {
  method: 'GET'
  credential: 'none'
  params?: undefined
  query?: undefined
  body?: undefined
}

/** `createGroupHandler` for a group without credentials, input and database. It loads none of what these need. */
export function createPublicGroupHandler<D extends Record<string, PublicOperation>>(
  runtime: PublicRuntime,
  declarations: D,
  implementations: { [Id in keyof D & OperationId]: () => Promise<OutputOf<Id>> },
): GroupHandler {
  const router = createRouter(Object.values(declarations), (operation) => {
    const implementation = (implementations as Record<string, () => Promise<unknown>>)[operation.id]
    if (!implementation) throw new Error(`There is no implementation of ${operation.id}.`)
    return async (event) => {
      event.operation = operation
      return successResponse(operation, await implementation())
    }
  })
  return createRequestPipeline(runtime, router)
}

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
