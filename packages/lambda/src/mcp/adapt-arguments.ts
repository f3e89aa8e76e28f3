/**
 * Takes arguments as models write them: `null`, an empty text or an empty list for one that is absent, `"3"` for 3, and one text for a
 * list of one. Only what its schema refuses is adapted, so a null that means something stays.
 */
import type * as z from 'zod'

/** The parts of a schema that matter here, of zod's own description of itself. */
type Described = z.ZodType & {
  shape?: Record<string, Described>
  element?: Described
  _zod: { def: { type: string; innerType?: Described } }
}

/** Returns the arguments as their schema takes them, as far as that is plain. What is wrong otherwise, the schema says. */
export function adaptArguments(schema: z.ZodType, value: unknown): unknown {
  return adapt(schema as Described, value)
}

function adapt(schema: Described, value: unknown): unknown {
  const { type, innerType } = schema._zod.def
  if (innerType) return adapt(innerType, value)
  if (schema.shape && isObject(value)) return adaptFields(schema.shape, value)
  if (schema.element) {
    const { element } = schema
    if (Array.isArray(value)) return value.map((item) => adapt(element, item))
    return typeof value === 'string' && value !== '' ? [adapt(element, value)] : value
  }
  if (typeof value !== 'string' || schema.safeParse(value).success) return value
  const meant = type === 'boolean' ? booleans.get(value) : Number(value)
  const isMeant = value.trim() !== '' && schema.safeParse(meant).success
  return isMeant ? meant : value
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

function adaptFields(shape: Record<string, Described>, fields: object): object {
  const adapted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!schema) adapted[name] = value
    else if (!meansAbsent(schema, value)) adapted[name] = adapt(schema, value)
  }
  return adapted
}

/** An empty text says nothing in any argument; null and an empty list may. */
function meansAbsent(schema: Described, value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0
  if (value !== null && value !== '' && !isEmptyList) return false
  if (!schema.safeParse(undefined).success) return false
  return value === '' || !schema.safeParse(value).success
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
