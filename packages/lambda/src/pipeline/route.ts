import { ServiceError } from '@cairn/contract/errors/errors'
import type { Endpoint } from '@cairn/contract/http/endpoints'

/** The operation's route as API Gateway names it in an event: `GET /v1/goals/{goalId}`. */
export function routeKeyOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Refuses a request that no operation takes. */
export class RouteError extends ServiceError {
  /** The value of the `Allow` header: the methods of the path; undefined if there is no such path. */
  readonly allow: string | undefined

  constructor(methods: readonly string[] = []) {
    const allow = methods.length > 0 ? methods.join(', ') : undefined
    if (allow) super('method_not_allowed', `This route takes ${allow} only.`)
    else super('not_found', 'There is no such route.')
    this.allow = allow
  }
}
