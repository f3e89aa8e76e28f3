import { readFileSync } from 'node:fs'

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  minProperties?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

export type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Schema }
type Content = { content?: { 'application/json'?: { schema: Schema } } }
type DeclaredResponse = Content & { headers?: Record<string, { required?: boolean; schema: Schema }> }

/** An operation as the OpenAPI document describes it. */
export type Described = {
  id: string
  method: string
  path: string
  /** Accepted security schemes; empty if no credential is needed. */
  security: Record<string, string[]>[]
  parameters: Parameter[]
  body: Schema | undefined
  /** The media type of a body that is no JSON. */
  file: string | undefined
  responses: Record<string, DeclaredResponse>
}

type OpenApiOperation = {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: Content
  responses: Record<string, DeclaredResponse | { $ref: string }>
}

const document: {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, DeclaredResponse>
  }
} = JSON.parse(readFileSync(new URL('../../../../packages/contract/openapi.json', import.meta.url), 'utf8'))

/** Every operation of the published OpenAPI document. */
export const described: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    security: operation.security ?? [],
    // Requests have their `origin` apart: it matters only without a token.
    parameters: (operation.parameters ?? []).map(resolveParameter).filter(({ name }) => name !== 'Origin'),
    body: operation.requestBody?.content?.['application/json']?.schema,
    file: Object.keys(operation.requestBody?.content ?? {}).find((type) => type !== 'application/json'),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, resolveResponse(response)]),
    ),
  })),
)

function resolveParameter(parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter
  const found = document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')]
  if (!found) throw new Error(`The document has no parameter ${parameter.$ref}.`)
  return found
}

function resolveResponse(response: DeclaredResponse | { $ref: string }): DeclaredResponse {
  if (!('$ref' in response)) return response
  const found = document.components.responses[response.$ref.replace('#/components/responses/', '')]
  if (!found) throw new Error(`The document has no response ${response.$ref}.`)
  return found
}

export const errorSchema: Schema = { $ref: '#/components/schemas/Error' }

/** Follows references. Throws an error if the document lacks the schema. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace('#/components/schemas/', '')
  const found = document.components.schemas[name]
  if (!found) throw new Error(`The document has no schema ${schema.$ref}.`)
  return resolve(found)
}

/**
 * The operation of a method and path. Literal segments must match exactly; a parameter is one segment that is not empty.
 */
export function describedBy(method: string, rawPath: string): Described | undefined {
  const segments = rawPath.split('/')
  const matches = described.filter(({ method: known, path }) => {
    const template = path.split('/')
    return (
      known === method &&
      template.length === segments.length &&
      template.every((part, index) =>
        part.startsWith('{') ? segments[index] !== '' : part === segments[index],
      )
    )
  })
  return matches.find(({ path }) => !path.includes('{')) ?? matches[0]
}

/** Whether the document has the path with any method. */
export function isPath(rawPath: string): boolean {
  return described.some(({ method }) => describedBy(method, rawPath) !== undefined)
}
