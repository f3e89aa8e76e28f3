import type { Schema } from '../openapi.ts'

const referredName = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1)

/** Without `null`, which is said apart. */
export function alternativesOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
}

export function mayBeNull(schema: Schema): boolean {
  return [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(({ type }) =>
    [type].flat().includes('null'),
  )
}

/** Returns the type of a schema's values: `string (uuid)`, `list of Goal`, `Goal or GoalSummary`. */
export function typeWords(schema: Schema): string {
  const alternatives = alternativesOf(schema)
  const words =
    alternatives.length > 0 ? [...new Set(alternatives.map(ownWords))].join(' or ') : ownWords(schema)
  return mayBeNull(schema) ? `${words} or null` : words
}

function ownWords(schema: Schema): string {
  if (schema.$ref) return referredName(schema)
  if (schema.items) return `list of ${typeWords(schema.items)}`
  if ('const' in schema) return JSON.stringify(schema.const)
  const type = [schema.type ?? 'any'].flat().find((name) => name !== 'null') ?? 'null'
  return schema.format ? `${type} (${schema.format})` : type
}

/** JavaScript's largest exact integers, which every integer of a schema names. They say nothing. */
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string[] {
  const [least, most] = [isLimit(minimum), isLimit(maximum)]
  if (least && most) return [`${minimum} to ${maximum}${unit}`]
  if (least) return [`at least ${minimum}${unit}`]
  return most ? [`at most ${maximum}${unit}`] : []
}

/** The limits of a value, such as `1 to 200 characters`. */
export function limitWords(schema: Schema): string[] {
  const [only] = alternativesOf(schema)
  if (only && alternativesOf(schema).length === 1) return limitWords(only)
  return [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.uniqueItems ? ['each once'] : []),
    ...('default' in schema ? [`default: ${JSON.stringify(schema.default)}`] : []),
  ]
}

/** The values that a schema allows, if they are few. */
export function valuesOf(schema: Schema): string[] {
  const listed = schema.enum ?? schema.items?.enum ?? alternativesOf(schema).flatMap((one) => one.enum ?? [])
  return listed.filter((value) => value !== null).map(String)
}
