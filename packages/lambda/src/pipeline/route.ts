import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'

/** The path of an operation as a pattern: a parameter takes one segment. */
function pathPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Refuses a request that has no route; with `allow` where the path has other methods. */
export class RouteError extends ServiceError {
  readonly allow: string | undefined

  constructor(allow: string[]) {
    if (allow.length > 0) super('method_not_allowed', `This route takes ${allow.join(', ')} only.`)
    else super('not_found', 'There is no such route.')
    this.allow = allow.length > 0 ? allow.join(', ') : undefined
  }
}

/** Tells, for a request that matched none of the operations, whether its path or only its method is wrong. */
export function routeErrors(operations: readonly Operation[]): (path: string) => RouteError {
  const routes = operations.map(({ method, path }) => ({ method, pattern: pathPattern(path) }))
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    return new RouteError([...new Set(methods)].sort())
  }
}
