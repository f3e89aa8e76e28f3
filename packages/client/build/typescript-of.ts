/** TypeScript of the JSON Schemas in an OpenAPI 3.1 document. */

export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

const primitives: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Returns the name of the component that a reference points to. */
export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** Returns the type of a schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => grouped(typeOf(part))).join(' & ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `${grouped(typeOf(schema.items ?? {}))}[]`
  if (schema.type === 'object') return objectType(schema)
  return primitives[schema.type ?? ''] ?? 'unknown'
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  if (Object.keys(properties).length === 0) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'never'
    return `Record<string, ${values}>`
  }
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, schema, required.includes(name)),
  )
  return `{\n${members.join('\n')}\n}`
}

/** Returns a member of an object type. `undefined` may be passed for what may be absent: JSON leaves it out. */
export function member(name: string, schema: Schema, isRequired: boolean): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  const type = typeOf(schema)
  const text = isRequired ? `${key}: ${type}` : `${key}?: ${type} | undefined`
  return `${comment(schema.description)}${text}`.replaceAll(/^/gm, '  ')
}

/** Returns a description as a comment, or nothing. */
export function comment(description: string | undefined): string {
  if (!description) return ''
  return `/** ${description.replaceAll('*/', '* /').replaceAll('\n', '\n * ')} */\n`
}

function grouped(type: string): string {
  return / [|&] /.test(type.replaceAll(/\{.*\}/gs, '')) ? `(${type})` : type
}
