import { ApiError } from '@cairn/contract/http/client'
import { queryOptions } from '@tanstack/react-query'

/** The part of a JSON Schema that the reference shows. */
export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  examples?: unknown[]
}

export type Reference = { $ref: string }

export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  description?: string
  required?: boolean
  example?: unknown
  schema: Schema
}

export type Header = { description?: string; required?: boolean; schema: Schema }

export type Media = { schema: Schema; example?: unknown; examples?: Record<string, Reference> }

export type Response = {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, Media>
}

export type ApiOperation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}

/** An operation with where it is. */
export type LocatedOperation = ApiOperation & { method: string; path: string }

export type ApiDocument = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: Record<string, Record<string, unknown>>
}

/** The OpenAPI document of the service. It changes only with the service. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async (): Promise<ApiDocument> => {
    const response = await fetch('/openapi.json')
    // A file, so whatever goes wrong is no error of the API.
    if (!response.ok)
      throw new ApiError(response, { error: 'unavailable', message: `status ${response.status}` })
    return response.json()
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export function operationsOf({ paths }: ApiDocument): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** Returns the target of a reference; the value itself if it is none. */
export function resolve<T extends object>(document: ApiDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return document.components[kind]?.[name] as T
}

/** The example of a body: its own, or that of its schema. */
export function exampleOf(document: ApiDocument, { example, schema }: Media): unknown {
  return example ?? resolve<Schema>(document, schema).examples?.[0]
}
