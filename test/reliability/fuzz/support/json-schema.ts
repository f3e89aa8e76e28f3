import { resolve, type Schema } from './document.ts'

/** The formats that this check knows. `date-time` is separate: requests accept more than RFC 3339. */
const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d{2}-\d{2}$/,
  uri: /^https?:\/\/\S+$/,
  email: /^[^@]+@[^@]+$/,
}
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/**
 * The violations of a schema, each with its path. Based on the OpenAPI document alone, so that it does not share mistakes
 * with the service's own validation.
 *
 * @param direction  Responses have times in one format, requests in many.
 */
export function violations(
  unresolved: Schema,
  value: unknown,
  direction: 'request' | 'response',
  path = '$',
): string[] {
  const schema = resolve(unresolved)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives) {
    const fits = alternatives.some((one) => violations(one, value, direction, path).length === 0)
    return fits ? [] : [`${path} matches no alternative`]
  }
  if ('const' in schema && value !== schema.const) return [`${path} is not ${schema.const}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is not one of ${schema.enum}`]
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return [`${path} is not ${types}`]
  if (typeof value === 'string') return textViolations(schema, value, direction, path)
  if (typeof value === 'number') return numberViolations(schema, value, path)
  if (Array.isArray(value)) return listViolations(schema, value, direction, path)
  if (typeof value === 'object' && value !== null) return objectViolations(schema, value, direction, path)
  return []
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function textViolations(schema: Schema, value: string, direction: string, path: string): string[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format = '' } = schema
  const length = [...value].length
  const found: string[] = []
  if (length < minLength) found.push(`${path} is too short`)
  if (length > maxLength) found.push(`${path} is too long`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    found.push(`${path} does not match ${pattern}`)
  if (formats[format]?.test(value) === false) found.push(`${path} is not a valid ${format}`)
  if (format === 'date-time' && direction === 'response' && !timestampPattern.test(value)) {
    found.push(`${path} is not a time in UTC with milliseconds`)
  }
  return found
}

function numberViolations({ minimum, maximum }: Schema, value: number, path: string): string[] {
  const isOutside =
    value < (minimum ?? Number.NEGATIVE_INFINITY) || value > (maximum ?? Number.POSITIVE_INFINITY)
  return isOutside ? [`${path} is out of range`] : []
}

function listViolations(
  schema: Schema,
  value: unknown[],
  direction: 'request' | 'response',
  path: string,
): string[] {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema
  const found: string[] = []
  if (value.length < minItems || value.length > maxItems) found.push(`${path} has ${value.length} elements`)
  if (uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length) {
    found.push(`${path} has duplicates`)
  }
  if (items)
    found.push(...value.flatMap((item, index) => violations(items, item, direction, `${path}.${index}`)))
  return found
}

function objectViolations(
  schema: Schema,
  value: object,
  direction: 'request' | 'response',
  path: string,
): string[] {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema
  const names = Object.keys(value)
  const found = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${path}.${name} is missing`)
  if (names.length < minProperties) found.push(`${path} has too few properties`)
  for (const [name, field] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) found.push(...violations(property, field, direction, `${path}.${name}`))
    else if (additionalProperties === false) found.push(`${path}.${name} is unknown`)
  }
  return found
}

/**
 * Whether the document refuses a value in a request, both as it is and with all texts trimmed. The contract trims some
 * texts before it measures them, and the document does not say which.
 */
export function isRefused(schema: Schema, value: unknown): boolean {
  return (
    violations(schema, value, 'request').length > 0 &&
    violations(schema, trimmed(value), 'request').length > 0
  )
}

/** Deeper than any schema of the document, and within the limits of the stack. */
const trimmedDepth = 20

function trimmed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim()
  if (depth === trimmedDepth) return value
  if (Array.isArray(value)) return value.map((item) => trimmed(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, trimmed(field, depth + 1)]))
}
