import type * as z from 'zod'
import type { ErrorCode } from '../errors/errors.ts'
import type { ApiTokenScope } from '../schemas/api-tokens.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A group of operations. Each group is one Lambda function. */
export type Group =
  | 'health'
  | 'auth'
  | 'organizations'
  | 'invitations'
  | 'api-tokens'
  | 'goals'
  | 'goal-labels'
  | 'goal-views'
  | 'goal-claims'
  | 'goal-questions'
  | 'goal-comments'
  | 'inbox'
  | 'events'
  | 'webhooks'
  | 'notifications'
  | 'oauth'

/**
 * The credential that a caller must present. `none`: no credential. `session_or_none`: a browser session, if the caller
 * has one. `session`: a browser session. `session_or_token`: a browser session, or an API token that has at least one of
 * `scopes`.
 */
type Authorization =
  | { credential: 'none' }
  | { credential: 'session_or_none' }
  | { credential: 'session' }
  | { credential: 'session_or_token'; scopes: readonly [ApiTokenScope, ...ApiTokenScope[]] }

/** A schema that is created on first use (`lazy`). */
type SchemaOf<S extends z.ZodType> = () => S

/** Path and query parameters arrive as strings, one value per name, but for those that may be repeated. */
type ParametersSchema = SchemaOf<z.ZodObject>

/** A file of one type, as bytes. */
export type FileBody = { type: 'image/webp'; maximumBytes: number }

type Success =
  | {
      status: 200 | 201 | 202
      description: string
      body: SchemaOf<z.ZodType>
      /** When the status is 200 instead, because nothing new was made. */
      unchanged?: string
    }
  /** A file whose address changes with its content: browsers keep it. */
  | { status: 200; description: string; file: FileBody['type'] }
  | { status: 204; description: string }
  | { status: 302; description: string }

/**
 * A call of the table that needs a permission of its own, or an index that the operation queries. Reading records by their keys and
 * writing them need none: every function has those permissions, because it verifies callers.
 */
export type TableUse = 'Query' | 'DeleteItem' | 'BatchWriteItem' | 'gsi1' | 'gsi2' | 'gsi3'

/** The declaration of an operation. The router, routes, OpenAPI document, client and tests are derived from it. */
export type Operation = {
  id: string
  method: Method
  path: `/${string}`
  group: Group
  summary: string
  params?: ParametersSchema
  /**
   * The error code for a malformed path parameter: an id that cannot exist is not found. Default: `invalid_request`.
   */
  malformedParams?: ErrorCode
  query?: ParametersSchema
  /** The query parameters that may be sent several times, with one value each. They arrive as arrays. */
  repeatable?: readonly string[]
  body?: SchemaOf<z.ZodType>
  /** A body that is a file instead of JSON. */
  file?: FileBody
  /** Whether a request without a body means the same as one with `{}`. */
  mayLackBody?: true
  /** Whether the body may also be a form (`application/x-www-form-urlencoded`), as a standard of another program wants it. */
  takesForms?: true
  /** Whether any body is ignored, as a standard of another program wants it. Default: without a schema, only `{}` is accepted. */
  ignoresBody?: true
  success: Success
  /**
   * For operations that create something: whether `Idempotency-Key` makes a repeated request return the first response, or
   * refuses it, because that response had a secret.
   */
  repeated?: 'first_response' | 'secret_gone'
  /** Whether the first request of a new user creates no organization, because the operation adds the user to one. */
  firstOrganization?: 'joined'
  /**
   * For changes that a token in the request authorizes, not the browser: other programs send them, such as email programs.
   * Default: changes without an API token must come from the web app.
   */
  fromAnyOrigin?: true
  /** Only for responses that are the same for everybody; all others are `no-store`. */
  cacheControl?: 'no-cache' | 'public, max-age=300'
  /** From which the permissions of its function follow. */
  table?: readonly TableUse[]
  /** The seconds for which one machine may hold a request until there is something to return. On AWS none is held. */
  holdSeconds?: number
  /** Whether it hashes a password, which costs so much that the gateway limits it separately. */
  hashesPassword?: true
  /** The codes that the operation's credential, body and method do not imply (see `errorCodesOf`). */
  errors: readonly ErrorCode[]
} & Authorization

/** Checks the type of a declaration and keeps its literal types. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation
}

type Output<S> = S extends SchemaOf<infer T> ? z.output<T> : Record<never, never>
type Input<S> = S extends SchemaOf<infer T> ? z.input<T> : Record<never, never>
type PropertyOf<O, Name extends string> = O extends { [Key in Name]: infer Value } ? Value : undefined

/** The input of an operation, validated and normalized. */
export type OperationInput<O extends Operation> = {
  params: Output<PropertyOf<O, 'params'>>
  query: Output<PropertyOf<O, 'query'>>
  body: PropertyOf<O, 'body'> extends SchemaOf<infer T>
    ? z.output<T>
    : O extends { file: FileBody }
      ? Uint8Array
      : undefined
}

/** Query parameters as a client passes them. Those that may be repeated are arrays. */
type Values<Q> = {
  [Name in keyof Q]?:
    | (NonNullable<Q[Name]> extends readonly string[] ? readonly string[] : string | number)
    | undefined
}

/** The request as a client passes it. */
export type OperationRequest<O extends Operation> = (PropertyOf<O, 'params'> extends SchemaOf<z.ZodType>
  ? { params: Input<PropertyOf<O, 'params'>> }
  : { params?: undefined }) &
  (PropertyOf<O, 'query'> extends SchemaOf<z.ZodType>
    ? { query?: Values<Input<PropertyOf<O, 'query'>>> }
    : { query?: undefined }) &
  (PropertyOf<O, 'body'> extends SchemaOf<infer T>
    ? O extends { mayLackBody: true }
      ? { body?: z.input<T> | undefined }
      : { body: z.input<T> }
    : O extends { file: FileBody }
      ? { body: Blob }
      : { body?: undefined })

/** The body of the success response; `undefined` if it has none. */
export type OperationOutput<O extends Operation> = O['success'] extends { body: SchemaOf<infer B> }
  ? z.output<B>
  : O['success'] extends { file: string }
    ? Blob
    : undefined

export function isMutation(operation: Operation): boolean {
  return operation.method !== 'GET'
}

/** Whether a body other than `{}` is refused. */
export function refusesBody(operation: Operation): boolean {
  return isMutation(operation) && !operation.body && !operation.file && !operation.ignoresBody
}

/** Whether the operation refuses callers without a credential. */
export function requiresCredential({ credential }: Operation): boolean {
  return credential !== 'none' && credential !== 'session_or_none'
}

/** Whether a request without an API token must come from the web app. */
export function requiresOrigin(operation: Operation): boolean {
  return isMutation(operation) && !operation.fromAnyOrigin
}

/** Every error code that an operation may return: those that it declares and those that its declaration implies. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors)
  if (requiresOrigin(operation)) codes.add('origin_not_allowed')
  if (operation.credential !== 'none') {
    // `invalid_request`: `Organization-Id` is malformed. `membership_not_found`: the user is not a member of the
    // organization.
    codes.add('invalid_request').add('membership_not_found')
  }
  if (requiresCredential(operation)) codes.add('unauthorized')
  if (operation.credential === 'session_or_token') {
    codes.add('invalid_api_token').add('insufficient_scope').add('permission_denied')
  }
  if (operation.repeated) codes.add('idempotency_conflict')
  if (operation.repeated === 'secret_gone') codes.add('idempotency_secret_gone')
  if (operation.params) codes.add(operation.malformedParams ?? 'invalid_request')
  if (operation.query) codes.add('invalid_request')
  if (operation.query && 'cursor' in operation.query().shape) codes.add('invalid_cursor')
  if (operation.body || operation.file || refusesBody(operation)) {
    codes.add('invalid_request').add('payload_too_large').add('unsupported_media_type')
  }
  if (operation.group !== 'health') codes.add('too_many_requests').add('internal_error').add('unavailable')
  return [...codes]
}
