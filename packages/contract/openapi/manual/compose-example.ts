import { omittedFields } from './examples.ts'
import { alternativesOf, type JsonSchema, referredName } from './schema-walk.ts'
import { exampleOf } from './texts.ts'

/**
 * Composes the example of a schema from those of its fields, so that every example has all fields and says the same about the
 * same thing.
 *
 * A declaration may have an example too (`.meta({ examples })`).
 *
 * @param path  The name of the schema, and of the fields on the way.
 * @throws if the manual has no example for a field.
 */
export function composeExample(
  schema: JsonSchema,
  path: readonly string[],
  schemas: Record<string, JsonSchema>,
): unknown {
  const given = exampleOf(path)
  if (given && mayBe(given.value, schema, schemas)) return given.value
  if ('const' in schema) return schema.const
  const [declared] = schema.examples ?? [schema.example]
  if (declared !== undefined) return declared
  const name = referredName(schema)
  if (name !== undefined) return composeExample(schemas[name] ?? {}, [name], schemas)
  const alternative = alternativesOf(schema).find(({ type }) => type !== 'null')
  if (alternative) return composeExample(alternative, path, schemas)
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([field]) => !omittedFields.has([...path, field].join('.')))
        .map(([field, fieldSchema]) => [field, composeExample(fieldSchema, [...path, field], schemas)]),
    )
  }
  if (schema.items) return [composeExample(schema.items, path, schemas)]
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  throw new Error(
    `The manual has no example for ${path.join('.')}. Add it to packages/contract/openapi/manual.`,
  )
}

/** Whether a value is of the kind of the schema: an example for fields of one name must not be used for others. */
function mayBe(value: unknown, schema: JsonSchema, schemas: Record<string, JsonSchema>): boolean {
  const name = referredName(schema)
  if (name !== undefined) return mayBe(value, schemas[name] ?? {}, schemas)
  if ('const' in schema) return value === schema.const
  if (schema.enum) return schema.enum.includes(value)
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return alternatives.some((alternative) => mayBe(value, alternative, schemas))
  return [schema.type ?? []].flat().includes(jsonTypeOf(value, schema))
}

function jsonTypeOf(value: unknown, { type }: JsonSchema): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return type === 'integer' && Number.isInteger(value) ? 'integer' : typeof value
}
