/** The part of JSON Schema that the document uses. */
export type JsonSchema = {
  $ref?: string
  description?: string
  example?: unknown
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  pattern?: string
  contentMediaType?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

const referencePrefix = '#/components/schemas/'

/** The name of the schema that a reference points to. */
export function referredName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(referencePrefix) ? $ref.slice(referencePrefix.length) : undefined
}

/** The alternatives of a schema; itself if it has none. */
export function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? []
}

/**
 * Visits every field of a schema with its path: the name of the schema and the names of the fields within. Arrays and
 * alternatives add no name. References are not followed.
 */
export function visitFields(
  schema: JsonSchema,
  path: readonly string[],
  visit: (field: JsonSchema, path: readonly string[]) => void,
): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    visit(field, [...path, name])
    visitFields(field, [...path, name], visit)
  }
  if (schema.items) visitFields(schema.items, path, visit)
  for (const alternative of alternativesOf(schema)) visitFields(alternative, path, visit)
}
