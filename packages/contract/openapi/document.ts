import * as z from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { idempotencyKeyHeader, idempotencyKeyValue } from '../src/headers/idempotency-key.ts'
import { organizationIdHeader, organizationIdValue } from '../src/headers/organization-header.ts'
import { allOperations, type ErrorCode, errorCodesOf, errorStatuses, type Operation } from '../src/index.ts'
import { errorBody } from '../src/schemas/error-body.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Has an id, so that all operations refer to one parameter. */
const sessionHeaders = z.object({
  [organizationIdHeader]: organizationIdValue()
    .optional()
    .meta({ param: { id: 'OrganizationId' } }),
})

/** Has an id, so that all creating operations refer to one parameter. */
const creationHeaders = z.object({
  [idempotencyKeyHeader]: idempotencyKeyValue()
    .optional()
    .meta({ param: { id: 'IdempotencyKey' } }),
})

/** Headers of responses to a caller whose credential is verified. They have ids, so that all responses refer to one header. */
const limitHeaders = z.object({
  'RateLimit-Policy': z
    .string()
    .optional()
    .meta({
      description:
        "The caller's limits (draft-ietf-httpapi-ratelimit-headers): requests and writes in windows of 60 seconds.",
      example: '"requests";q=3000;w=60, "writes";q=600;w=60',
      header: { id: 'RateLimitPolicy' },
    }),
  RateLimit: z
    .string()
    .optional()
    .meta({
      description: 'What is left of each limit (`r`), and the seconds until its window ends (`t`).',
      example: '"requests";r=2874;t=42, "writes";r=600;t=42',
      header: { id: 'RateLimit' },
    }),
})

const retryHeaders = z.object({
  'Retry-After': z
    .int()
    .min(0)
    .max(3_600)
    .meta({
      description: 'The seconds after which the request may succeed.',
      header: { id: 'RetryAfter' },
    }),
})

/** The headers of a success, and of the errors that a client waits for. */
function headersOf({ credential }: Operation, status: number): { headers?: z.ZodObject } {
  const shape = {
    ...(credential !== 'none' && (status < 300 || status === 429) && limitHeaders.shape),
    ...((status === 429 || status === 503) && retryHeaders.shape),
  }
  return Object.keys(shape).length > 0 ? { headers: z.object(shape) } : {}
}

/** The error responses of an operation by status, described by their codes. */
function errorResponses(operation: Operation): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(operation)) {
    const status = errorStatuses[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, codes]) => [
        `${status}`,
        {
          description: codes.map((code) => `\`${code}\``).join(', '),
          ...headersOf(operation, Number(status)),
          content: { [json]: { schema: errorBody() } },
        },
      ]),
  )
}

function security(operation: Operation): ZodOpenApiOperationObject['security'] {
  if (operation.credential === 'none') return []
  if (operation.credential === 'session') return [{ session: [] }]
  return [{ session: [] }, { apiToken: [...operation.scopes] }]
}

function successResponse(operation: Operation): ZodOpenApiResponseObject {
  const { success } = operation
  return {
    description: success.description,
    ...headersOf(operation, success.status),
    ...('body' in success && { content: { [json]: { schema: success.body() } } }),
    ...(success.status === 302 && {
      headers: { location: { required: true, schema: { type: 'string' as const, format: 'uri' } } },
    }),
  }
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const requestParams = {
    ...(operation.params && { path: operation.params() }),
    ...(operation.query && { query: operation.query() }),
    ...(operation.credential !== 'none' && {
      header: operation.repeated ? sessionHeaders.extend(creationHeaders.shape) : sessionHeaders,
    }),
  }
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.group],
    security: security(operation),
    ...(Object.keys(requestParams).length > 0 && { requestParams }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          ...(operation.takesForms && { [form]: { schema: operation.body() } }),
          [json]: { schema: operation.body() },
        },
      },
    }),
    responses: {
      [`${operation.success.status}`]: successResponse(operation),
      ...errorResponses(operation),
    },
  }
}

/** Creates the OpenAPI 3.1 document of the service from the registry. */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const operation of allOperations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version: '1',
      description: 'Durable goals for organizations, with an append-only status history.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: paths as ZodOpenApiPathsObject,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session',
          description:
            'The session of a signed-in browser. The cookie is named `session` on `http://localhost`.',
        },
        apiToken: { type: 'http', scheme: 'bearer', description: 'The secret of an API token.' },
      },
    },
  })
}
