import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { ApiTokenScope } from './schemas/api-tokens.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One Lambda function serves one group. */
export type Group =
  | 'health'
  | 'auth'
  | 'organizations'
  | 'invitations'
  | 'api-tokens'
  | 'goals'
  | 'goal-labels'

/**
 * What a caller must present. `none`: nothing. `session`: a browser session. `session_or_token`: a browser
 * session, or an API token that holds at least one of `scopes`.
 */
type Authorization =
  | { credential: 'none' }
  | { credential: 'session' }
  | { credential: 'session_or_token'; scopes: readonly [ApiTokenScope, ...ApiTokenScope[]] }

/** A schema that is created on first use (`lazy`). */
type SchemaOf<S extends z.ZodType> = () => S

/** Path and query parameters arrive as strings, one value a name. */
type ParametersSchema = SchemaOf<z.ZodObject>

type Success =
  | { status: 200 | 201 | 202; description: string; body: SchemaOf<z.ZodType> }
  | { status: 204; description: string }
  | { status: 302; description: string }

/** The declaration of one operation: router, routes, OpenAPI document, client and tests follow from it. */
export type Operation = {
  id: string
  method: Method
  path: `/${string}`
  group: Group
  summary: string
  params?: ParametersSchema
  /**
   * The answer to a path parameter of the wrong form: ids that cannot exist are not found, others are refused.
   * `invalid_request` where it is not said.
   */
  malformedParams?: ErrorCode
  query?: ParametersSchema
  body?: SchemaOf<z.ZodType>
  success: Success
  /** Only for answers that are the same for everybody; all others are `no-store`. */
  cacheControl?: 'no-cache' | 'public, max-age=300'
  /** Codes beyond those that the operation's credential, body and method imply (see `errorCodesOf`). */
  errors: readonly ErrorCode[]
} & Authorization

/** Keeps the literal types of a declaration while checking its form. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation
}

type Output<S> = S extends SchemaOf<infer T> ? z.output<T> : Record<never, never>
type Input<S> = S extends SchemaOf<infer T> ? z.input<T> : Record<never, never>
type PropertyOf<O, Name extends string> = O extends { [Key in Name]: infer Value } ? Value : undefined

/** What an operation works on, validated and normalised. */
export type OperationInput<O extends Operation> = {
  params: Output<PropertyOf<O, 'params'>>
  query: Output<PropertyOf<O, 'query'>>
  body: PropertyOf<O, 'body'> extends SchemaOf<infer T> ? z.output<T> : undefined
}

/** What a client sends. */
export type OperationRequest<O extends Operation> = (PropertyOf<O, 'params'> extends SchemaOf<z.ZodType>
  ? { params: Input<PropertyOf<O, 'params'>> }
  : { params?: undefined }) &
  (PropertyOf<O, 'query'> extends SchemaOf<z.ZodType>
    ? { query?: { [Name in keyof Input<PropertyOf<O, 'query'>>]?: string | number | undefined } }
    : { query?: undefined }) &
  (PropertyOf<O, 'body'> extends SchemaOf<infer T> ? { body: z.input<T> } : { body?: undefined })

/** The body of a success, `undefined` where there is none. */
export type OperationOutput<O extends Operation> = O['success'] extends { body: SchemaOf<infer B> }
  ? z.output<B>
  : undefined

export function isMutation(operation: Operation): boolean {
  return operation.method !== 'GET'
}

/** Every error code that an operation may answer with: what it declares and what its declaration implies. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors)
  if (isMutation(operation)) codes.add('origin_not_allowed')
  if (operation.credential !== 'none') {
    // The last two: `Organization-Id` is no id, or the caller is no member of the organization.
    codes.add('unauthorized').add('invalid_request').add('membership_not_found')
  }
  if (operation.credential === 'session_or_token') {
    codes.add('invalid_api_token').add('insufficient_scope').add('permission_denied')
  }
  if (operation.params) codes.add(operation.malformedParams ?? 'invalid_request')
  if (operation.query) codes.add('invalid_request')
  if (operation.query && 'cursor' in operation.query().shape) codes.add('invalid_cursor')
  if (operation.body) codes.add('invalid_request').add('payload_too_large').add('unsupported_media_type')
  if (operation.group !== 'health') codes.add('too_many_requests').add('internal_error').add('unavailable')
  return [...codes]
}
