/** The types and routes of the client, from the OpenAPI document: the package must not carry the schemas. */
import { comment, member, nameOf, type Schema, typeOf } from './typescript-of.ts'

type Parameter = {
  in: string
  name: string
  required?: boolean
  schema: Schema
  explode?: boolean
  $ref?: string
}
type Content = { $ref?: string; content?: { 'application/json'?: { schema: Schema } } }
type Described = {
  operationId: string
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}
export type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> }
}

type Operation = Described & { method: string; path: string }

/** Those that a token may call, and the health check. A session of the web app is of no use to a program. */
function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        ...described,
        method: method.toUpperCase(),
        path,
      })),
    )
    .filter(({ operationId, security = [] }) =>
      operationId === 'getHealth'
        ? true
        : security.some((scheme) => Object.values(scheme).some((scopes) => scopes.length > 0)),
    )
}

/** Returns the names of the components that a part of the document refers to, and those that they refer to. */
function referredTo(part: unknown, schemas: Document['components']['schemas'], found = new Set<string>()) {
  for (const [, $ref = ''] of JSON.stringify(part).matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)) {
    const name = nameOf($ref)
    if (found.has(name)) continue
    found.add(name)
    referredTo(schemas[name], schemas, found)
  }
  return found
}

type Success = { status: number; type: string; unchanged: number | undefined }

/** A creation that may find what it wants has two statuses of one shape, in ascending order. */
function successOf({ responses }: Operation): Success {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300)
  const [status = '', response] = successes.at(-1) ?? []
  const schema = response?.content?.['application/json']?.schema
  const [unchanged] = successes.slice(0, -1).map(([other]) => Number(other))
  return { status: Number(status), type: schema ? typeOf(schema) : 'void', unchanged }
}

function queryNameOf({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`
}

/** Returns the type of an operation's query, or nothing. */
function queryOf(operation: Operation): string[] {
  const members = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, required = false }) => member(name, schema, required))
  if (members.length === 0) return []
  return [`export type ${queryNameOf(operation)} = {\n${members.join('\n')}\n}`]
}

function requestOf(operation: Operation): string {
  const parameters = (operation.parameters ?? []).filter(({ $ref }) => !$ref)
  const group = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const ids = group('path').map(({ name, schema }) => member(name, schema, true).trim())
  const body = operation.requestBody?.content?.['application/json']?.schema
  const parts = [
    ...(ids.length > 0 ? [`params: { ${ids.join('; ')} }`] : []),
    ...(group('query').length > 0 ? [`query?: ${queryNameOf(operation)}`] : []),
    ...(body ? [`body: ${typeOf(body)}`] : []),
  ]
  const isOptional = parts.every((part) => part.startsWith('query?'))
  if (parts.length === 0) return 'request?: Record<string, never>'
  return `request${isOptional ? '?' : ''}: { ${parts.join('; ')} }`
}

function methodOf(operation: Operation): string {
  const scopes = [...new Set(operation.security?.flatMap((scheme) => Object.values(scheme).flat()))]
  const needs =
    scopes.length > 0 ? ` Needs one of the scopes ${scopes.map((s) => `\`${s}\``).join(', ')}.` : ''
  const { type } = successOf(operation)
  return `${comment(`${operation.summary}.${needs}`)}${operation.operationId}(${requestOf(operation)}, options?: CallOptions): Promise<${type}>`
}

/** Returns the text of `src/generated.ts`. */
export function generate(document: Document): string {
  const operations = operationsOf(document)
  const { schemas, responses } = document.components
  // Errors are shared responses.
  const failures = operations.flatMap((operation) =>
    Object.values(operation.responses).map(({ $ref }) => $ref && responses[nameOf($ref)]),
  )
  const names = referredTo([operations, failures], schemas)
  const types = [...names]
    .sort()
    .map(
      (name) =>
        `${comment(schemas[name]?.description)}export type ${name === 'Error' ? 'ErrorBody' : name} = ${typeOf(schemas[name] ?? {})}`,
    )
  const routes = operations.map((operation) => {
    const { status, unchanged } = successOf(operation)
    const repeatable = (operation.parameters ?? []).flatMap(({ name, explode }) =>
      explode ? [`'${name}'`] : [],
    )
    const isKeyed = (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
    return `${operation.operationId}: { method: '${operation.method}', path: '${operation.path}', status: ${status}${unchanged === undefined ? '' : `, unchanged: ${unchanged}`}${isKeyed ? ', isKeyed: true' : ''}${repeatable.length > 0 ? `, repeatable: [${repeatable.join()}]` : ''} },`
  })
  return `// Written by \`npm run openapi\` from packages/contract/openapi.json.
import type { CallOptions } from './options.ts'

${[...types, ...operations.flatMap(queryOf)].join('\n\n')}

/** The operations of the API that a token may call. A method returns the body of the response, or throws a \`CairnError\`. */
export interface Operations {
${operations.map(methodOf).join('\n\n')}
}

export type OperationName = keyof Operations

/** The method, path and success status of each operation, and the one if nothing was created. \`isKeyed\`: it takes an \`Idempotency-Key\`. \`repeatable\`: parameters that are sent once for each value. */
export const routes: Readonly<
  Record<
    OperationName,
    {
      method: string
      path: string
      status: number
      unchanged?: number
      isKeyed?: true
      repeatable?: readonly string[]
    }
  >
> = {
${routes.join('\n')}
}
`
}
