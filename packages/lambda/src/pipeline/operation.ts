import type { Operation } from '@cairn/contract/registry/operation'
import type { OperationId, operationGroups } from '@cairn/contract/registry/registry'
import type { Implementation, Redirect } from '@cairn/domain/requests/operation'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import type { HttpResponse } from './event.ts'

/** The declarations of one group. */
export type Declarations = (typeof operationGroups)[keyof typeof operationGroups]

/** Implements an operation that the configured authentication provider does not offer: 404. */
export const notOffered = Symbol('not offered')

/** An implementation of every declared operation. A missing one is a type error. */
export type Implementations<D extends Declarations, C extends RequestContext = RequestContext> = {
  [Id in keyof D & OperationId]: Implementation<Id, C> | typeof notOffered
}

/** The implementation of any operation, for the pipeline that has checked access and input. */
export type AnyImplementation = (context: RequestContext, access: unknown, input: unknown) => Promise<unknown>

/** Headers of a file. Its address changes with its content, so a browser keeps it, but not for another person who signs in there. */
const fileHeaders = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'cookie' }

/** The response to a success, in the form of the operation's declaration. */
export function successResponse(
  { success, cacheControl }: Operation,
  result: unknown,
  {
    cookies = [],
    isUnchanged = false,
  }: { cookies?: string[] | undefined; isUnchanged?: boolean | undefined } = {},
): HttpResponse {
  const hasBody = 'body' in success
  if ('file' in success) {
    return {
      statusCode: success.status,
      headers: { ...fileHeaders, 'content-type': success.file },
      body: Buffer.from(result as Uint8Array).toString('base64'),
      isBase64Encoded: true,
    }
  }
  return {
    statusCode: isUnchanged ? 200 : success.status,
    headers: {
      ...(cacheControl && { 'cache-control': cacheControl }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(success.status === 302 && { location: (result as Redirect).redirectTo }),
    },
    ...(cookies.length > 0 && { cookies }),
    ...(hasBody && { body: JSON.stringify(result) }),
  }
}
