import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { allOperations, type Operation } from '../src/index.ts'
import type { FileBody } from '../src/registry/operation.ts'
import { errorResponses } from './error-responses.ts'
import { headersOf, requestHeadersOf } from './headers.ts'
import { applyManual, type Documented } from './manual/apply-manual.ts'
import { describeOperation as descriptionOf } from './manual/describe-operation.ts'
import { groupTexts, overview } from './manual/overview.ts'
import { securityOf, securitySchemes } from './security.ts'
import { webhookMessages } from './webhook-messages.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

function successResponse(operation: Operation): ZodOpenApiResponseObject {
  const { success } = operation
  return {
    description: success.description,
    ...headersOf(operation, success.status),
    ...('body' in success && { content: { [json]: { schema: success.body() } } }),
    ...('file' in success && { content: fileContent(success.file) }),
  }
}

/** OpenAPI 3.1 describes a body of bytes by its type alone. */
function fileContent(type: FileBody['type']): ZodOpenApiResponseObject['content'] {
  return { [type]: { schema: { type: 'string', contentMediaType: type } } }
}

/** The response with status 200 of an operation that may have made nothing new. */
function unchangedResponse({ success }: Operation): Record<string, ZodOpenApiResponseObject> {
  if (!('unchanged' in success) || success.unchanged === undefined) return {}
  return { 200: { description: success.unchanged, content: { [json]: { schema: success.body() } } } }
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const requestParams = {
    ...(operation.params && { path: operation.params() }),
    ...(operation.query && { query: operation.query() }),
    ...requestHeadersOf(operation),
  }
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [operation.group],
    security: securityOf(operation),
    ...(Object.keys(requestParams).length > 0 && { requestParams }),
    ...(operation.body && {
      requestBody: {
        required: !operation.mayLackBody,
        content: {
          ...(operation.takesForms && { [form]: { schema: operation.body() } }),
          [json]: { schema: operation.body() },
        },
      },
    }),
    ...(operation.file && {
      requestBody: { required: true, content: fileContent(operation.file.type) ?? {} },
    }),
    responses: {
      ...unchangedResponse(operation),
      [`${operation.success.status}`]: successResponse(operation),
      ...errorResponses(operation),
    },
  }
}

type Parameter = {
  name?: string
  in?: string
  style?: string
  explode?: boolean
  schema?: Record<string, unknown>
}

/**
 * Says how generated clients send parameters: several values separated by commas, and integers as numbers, whose text
 * needs no pattern.
 */
function completeParameters(
  { parameters = [] }: { parameters?: Parameter[] },
  repeatable: readonly string[] = [],
): void {
  for (const parameter of parameters) {
    const { schema } = parameter
    if (schema?.type === 'integer') delete schema.pattern
    if (parameter.in === 'query' && schema?.type === 'array') {
      parameter.style = 'form'
      parameter.explode = repeatable.includes(parameter.name ?? '')
    }
  }
}

/** Creates the OpenAPI 3.1 document of the service from the registry and the manual. */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const operation of allOperations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    }
  }
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version: '1',
      summary: 'Durable goals for organizations, with an append-only status history.',
      description: overview,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'The service that this document comes from.' },
      {
        url: '{origin}',
        description: 'A service elsewhere.',
        variables: {
          origin: {
            default: 'http://localhost:3000',
            description:
              'The origin of the service: scheme, host and port. `npm start` listens on the default.',
          },
        },
      },
    ],
    tags: Object.entries(groupTexts).map(([name, description]) => ({ name, description })),
    paths: paths as ZodOpenApiPathsObject,
    webhooks: webhookMessages(),
    components: { securitySchemes },
  })
  applyManual(document as unknown as Documented)
  for (const { path, method, repeatable } of allOperations) {
    const described = document.paths?.[path]?.[method.toLowerCase() as 'get']
    completeParameters((described ?? {}) as { parameters?: Parameter[] }, repeatable)
  }
  return document
}
