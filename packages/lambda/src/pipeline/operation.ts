import type { Group, Operation } from '@cairn/contract/operation'
import type { InputOf, OperationId, OutputOf, operationGroups } from '@cairn/contract/registry'
import type { Context } from '@cairn/domain/context'
import type { AccessOf } from '@cairn/domain/operation'
import type { HttpEvent, HttpResponse } from './event.ts'

/** An answer that is more than a body: a redirect, or cookies. */
export class Reply<Body = undefined> {
  readonly body: Body
  readonly location: string | undefined
  readonly cookies: string[]

  constructor(body: Body, options: { location?: string; cookies?: (string | undefined)[] } = {}) {
    this.body = body
    this.location = options.location
    this.cookies = (options.cookies ?? []).filter((cookie) => cookie !== undefined)
  }
}

/** How a function answers an operation: by a domain function, or by one that also looks at the event. */
type OperationHandler<Id extends OperationId> = (
  context: Context,
  access: AccessOf<Id>,
  input: InputOf<Id>,
  event: HttpEvent,
) => Promise<OutputOf<Id> | Reply<OutputOf<Id>>>

/** Stands for a handler where the service, as it is configured, does not have the operation: 404. */
export const notOffered = Symbol('not offered')

/** A handler for every operation of a group; one that is missing is a type error. */
export type OperationHandlers<G extends Group> = {
  [Id in keyof (typeof operationGroups)[G] & OperationId]: OperationHandler<Id> | typeof notOffered
}

/** An operation's handler whatever the operation, for the adapter that calls it after all checks. */
export type AnyOperationHandler = (
  context: Context,
  access: unknown,
  input: unknown,
  event: HttpEvent,
) => Promise<unknown>

/** A success in the form its declaration says. */
export function successResponse(operation: Operation, output: unknown): HttpResponse {
  const reply = output instanceof Reply ? output : new Reply(output)
  return {
    statusCode: operation.success.status,
    headers: {
      ...(operation.cacheControl && { 'cache-control': operation.cacheControl }),
      ...('body' in operation.success && { 'content-type': 'application/json' }),
      ...(reply.location !== undefined && { location: reply.location }),
    },
    ...(reply.cookies.length > 0 && { cookies: reply.cookies }),
    ...('body' in operation.success && { body: JSON.stringify(reply.body) }),
  }
}
