import type { ErrorCode } from '../../src/index.ts'
import { allowedInNames } from '../../src/names.ts'
import { schemaTexts } from './all-texts.ts'
import { composeExample } from './compose-example.ts'
import { errorExample } from './error-examples.ts'
import { errorTexts } from './error-texts.ts'
import { alternativesOf, type JsonSchema, referredName, visitFields } from './schema-walk.ts'
import { exampleOf, textOf } from './texts.ts'

type Parameter = {
  $ref?: string
  name: string
  description?: string
  example?: unknown
  schema: JsonSchema
}
type Content = Record<string, { schema?: JsonSchema; example?: unknown; examples?: Record<string, unknown> }>
type DocumentedOperation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Content }
  responses: Record<string, { content?: Content }>
}

/** The part of an OpenAPI document to which the manual adds texts and examples. */
export type Documented = {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    examples?: Record<string, unknown>
  }
}

/**
 * Adds descriptions and examples to everything that has none: schemas, fields, parameters, bodies, and errors. They are kept apart
 * from the declarations, which every function and the web app load.
 */
export function applyManual(document: Documented): void {
  const { schemas, parameters } = document.components
  for (const [name, schema] of Object.entries(schemas)) describeSchema(name, schema, schemas)
  for (const parameter of Object.values(parameters)) describeParameter(parameter, [parameter.name], schemas)
  const operations = operationsOf(document.paths)
  for (const operation of operations) {
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.$ref) describeParameter(parameter, [operation.operationId, parameter.name], schemas)
    }
    describeBodies(operation, schemas)
  }
  leaveOutInnerExamples(schemas, [...operations, ...operationsOf(document.webhooks)])
  document.components.examples = Object.fromEntries(
    Object.entries(errorTexts).map(([code, { means, whatToDo }]) => [
      code,
      { summary: means, description: whatToDo, value: errorExample(code as ErrorCode, schemas) },
    ]),
  )
}

function operationsOf(paths: Documented['paths']): DocumentedOperation[] {
  return Object.values(paths).flatMap((path) => Object.values(path))
}

/** Keeps the examples of whole bodies. What is within them has those of its fields. */
function leaveOutInnerExamples(
  schemas: Record<string, JsonSchema>,
  operations: readonly DocumentedOperation[],
): void {
  const bodies = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {})),
  )
  const whole = new Set(bodies.map(({ schema }) => referredName(schema ?? {})))
  for (const [name, schema] of Object.entries(schemas)) {
    const isComposed = schema.properties !== undefined || alternativesOf(schema).length > 0
    if (isComposed && !whole.has(name)) delete schema.examples
  }
}

/** Texts of schemas that are gone, or described where they are declared. */
export function unusedSchemaTexts(): string[] {
  return Object.keys(schemaTexts).filter((name) => !usedSchemaTexts.has(name))
}
const usedSchemaTexts = new Set<string>()

function describeSchema(name: string, schema: JsonSchema, schemas: Record<string, JsonSchema>): void {
  const description = schema.description ?? schemaTexts[name]
  if (description !== schema.description) usedSchemaTexts.add(name)
  if (description !== undefined) schema.description = description
  visitFields(schema, [name], (field, path) => {
    const description = field.description ?? textOf(path)
    if (description !== undefined) field.description = `${description}${patternText(field)}`
    const isComposed = field.$ref || field.properties || field.items || alternativesOf(field).length > 0
    if (!isComposed || exampleOf(path)) {
      field.examples = [composeExample(field, path, schemas)]
      delete field.example
    }
  })
  // A field of several kinds has an example of each.
  const kinds = alternativesOf(schema).filter(({ properties }) => properties !== undefined)
  schema.examples =
    kinds.length > 1 && !exampleOf([name])
      ? kinds.map((kind) => composeExample(kind, [name], schemas))
      : [composeExample(schema, [name], schemas)]
}

/** Returns the meaning of the names' pattern, in a field or in its alternatives. */
function patternText(field: JsonSchema): string {
  const isName = [field, ...alternativesOf(field)].some(({ pattern }) => pattern === allowedInNames)
  return isName
    ? ' It needs a visible character, and must not have a bidirectional override, NUL or ESC.'
    : ''
}

function describeParameter(
  parameter: Parameter,
  path: readonly string[],
  schemas: Record<string, JsonSchema>,
): void {
  const description = parameter.description ?? parameter.schema.description ?? textOf(path)
  if (description !== undefined) parameter.description = description
  delete parameter.schema.description
  parameter.example ??= composeExample(parameter.schema, path, schemas)
  delete parameter.schema.example
}

function describeBodies(operation: DocumentedOperation, schemas: Record<string, JsonSchema>): void {
  const { operationId, requestBody, responses } = operation
  const success = Object.entries(responses).find(([status]) => status < '300')?.[1]
  for (const media of Object.values({ ...requestBody?.content })) {
    addExample(media, [operationId, 'request'], schemas)
  }
  for (const media of Object.values({ ...success?.content })) {
    addExample(media, [operationId, 'response'], schemas)
  }
}

/** Gives a body an example of its own if that of its schema is another one. */
function addExample(
  media: Content[string],
  path: readonly string[],
  schemas: Record<string, JsonSchema>,
): void {
  // A file.
  if (media.schema?.contentMediaType !== undefined) return
  const example = composeExample(media.schema ?? {}, path, schemas)
  const [ofSchema] = schemas[referredName(media.schema ?? {}) ?? '']?.examples ?? []
  if (JSON.stringify(example) !== JSON.stringify(ofSchema)) media.example = example
}
