import type { Operation } from '@cairn/contract'

/** The part of JSON Schema that request bodies use. */
type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  format?: string
}

/** One object in a body: its path, its fields, and the body with another value in its place. */
export type ObjectSite = {
  /** Dotted, as in the details of an error; empty for the whole body. */
  path: string
  fields: string[]
  required: string[]
  sample: Record<string, unknown>
  bodyWith: (object: Record<string, unknown>) => unknown
}

const samplesByFormat: Record<string, string> = {
  date: '2027-01-31',
  'date-time': '2026-11-20T10:00:00.000Z',
  email: 'ada@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** Every object in an operation's body, the whole body first; includes optional fields, lists and alternatives. */
export function objectSitesOf({ body }: Operation): ObjectSite[] {
  if (!body) return []
  const root = body().toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema
  const definitions = root.$defs ?? {}

  function resolve(schema: Schema): Schema {
    return schema.$ref ? resolve(definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  }

  /** The smallest value that the schema accepts. */
  function sampleOf(unresolved: Schema): unknown {
    const schema = resolve(unresolved)
    const [alternative] = schema.anyOf ?? schema.oneOf ?? []
    if (alternative) return sampleOf(alternative)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    if (schema.type === 'object') return sampleObject(schema)
    if (schema.type === 'array') return schema.minItems && schema.items ? [sampleOf(schema.items)] : []
    if (schema.type === 'integer') return schema.minimum ?? 1
    if (schema.type === 'boolean') return true
    return samplesByFormat[schema.format ?? ''] ?? 'x'.repeat(schema.minLength ?? 1)
  }

  function sampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
  }

  function sitesIn(unresolved: Schema, path: string[], wrap: (value: unknown) => unknown): ObjectSite[] {
    const schema = resolve(unresolved)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives) return alternatives.flatMap((alternative) => sitesIn(alternative, path, wrap))
    if (schema.type === 'array' && schema.items) {
      return sitesIn(schema.items, [...path, '0'], (value) => wrap([value]))
    }
    // Free text and objects of the client's own have no fields that we know.
    if (schema.type !== 'object' || !schema.properties) return []
    const { properties = {}, required = [] } = schema
    const sample = sampleObject(schema)
    return [
      { path: path.join('.'), fields: Object.keys(properties), required, sample, bodyWith: wrap },
      ...Object.entries(properties).flatMap(([name, property]) =>
        sitesIn(property, [...path, name], (value) => wrap({ ...sample, [name]: value })),
      ),
    ]
  }
  return sitesIn(root, [], (value) => value)
}

/** The path of a field in the details of an error. */
export function fieldPath(site: ObjectSite, field: string): string {
  return site.path === '' ? field : `${site.path}.${field}`
}
