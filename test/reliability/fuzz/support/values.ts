import fc, { type Arbitrary } from 'fast-check'
import { resolve, type Schema } from './document.ts'

/** A placeholder such as `@goalId:3@`, which is replaced with an existing value when the request is sent. */
const placeholderOf = (kind: string): Arbitrary<string> => fc.nat(20).map((number) => `@${kind}:${number}@`)

/** The password of the owner's account. */
export const accountPassword = 'the password of the owner'

/** Fields whose valid values depend on the state of the service: ids, tokens and revisions. */
const stateful: Record<string, Arbitrary<unknown>> = {
  labelIds: fc.subarray([0, 1, 2, 3]).map((numbers) => numbers.map((number) => `@labelId:${number}@`)),
  goalIds: fc
    .subarray([0, 1, 2, 3], { minLength: 1 })
    .map((numbers) => numbers.map((number) => `@goalId:${number}@`)),
  ownerUserId: fc.oneof(placeholderOf('userId'), fc.constant(null)),
  organizationId: placeholderOf('organizationId'),
  expectedRevision: fc.integer({ min: 1, max: 3 }),
  idempotencyKey: fc.nat(30).map((number) => `key ${number}`),
  // The first address has an account.
  email: fc.oneof(
    fc.constant('ada@example.com'),
    fc.nat(40).map((number) => `fuzz${number}@example.com`),
  ),
  password: fc.constantFrom('correct horse battery', 'something else entirely'),
  // `password` is never the owner's, who would hand over the organization.
  currentPassword: fc.constantFrom(accountPassword, 'something else entirely'),
  newPassword: fc.constant(accountPassword),
  token: fc.oneof(placeholderOf('invitationToken'), fc.stringMatching(/^[A-Za-z0-9_-]{1,200}$/)),
}

const wordCharacters = fc.string({ unit: 'binary', maxLength: 40 })

/** Text of valid length, in code points, without white space at its ends. */
function textOf({ minLength = 0, maxLength, format, pattern }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.nat(40).map((number) => `fuzz${number}@example.com`)
  if (format === 'date') return fc.constantFrom('2027-01-31', '2028-02-29', '1999-12-31')
  if (format === 'date-time') {
    return fc.constantFrom('2026-11-20T10:00:00.000Z', '2026-11-20T10:00+02:00', '20261120T10Z')
  }
  if (format === 'time-zone')
    return fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu')
  if (format === 'uri') return fc.nat(40).map((number) => `https://example.com/${number}`)
  if (pattern !== undefined && maxLength === undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const longest = Math.min(maxLength ?? 60, 60)
  const texts = wordCharacters.map((text) => {
    const padded = [...`x${text}${'x'.repeat(minLength)}`]
    return `${padded.slice(0, Math.max(1, longest - 1)).join('')}x`
  })
  return pattern === undefined ? texts : texts.filter((text) => new RegExp(pattern, 'u').test(text))
}

/** Values that the schema accepts. */
export function valuesOf(unresolved: Schema, name = ''): Arbitrary<unknown> {
  const field = stateful[name]
  const schema = resolve(unresolved)
  if (field && schema.enum === undefined && schema.const === undefined) return field
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives) return fc.oneof(...alternatives.map((one) => valuesOf(one)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'null'].flat()
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)))
}

function valuesOfType(type: string, schema: Schema): Arbitrary<unknown> {
  const { items, minItems = 0, maxItems = 3, minimum = 1, maximum = 100 } = schema
  if (type === 'string') return textOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: minimum, max: Math.min(maximum, 400) })
  if (type === 'array' && items) {
    const limits = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) }
    return schema.uniqueItems ? fc.uniqueArray(valuesOf(items), limits) : fc.array(valuesOf(items), limits)
  }
  if (type !== 'object') return fc.constant(null)
  const { properties = {}, required = [] } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valuesOf(property, name)]),
  )
  const least = schema.minProperties ?? 0
  // Optional for other providers only.
  const requiredKeys = 'password' in properties ? [...required, 'password'] : required
  return fc.record(fields, { requiredKeys }).filter((value) => Object.keys(value).length >= least)
}

/** Values that hardly any schema accepts, and some that break parsers. */
export const hostileValues: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    -0,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'a\u0000b',
    '\ufeff',
    'x'.repeat(513),
    'é'.repeat(20_000),
    '../../etc/passwd',
    "' OR 1=1 --",
    '{{7*7}}',
    '$cairn#goal',
    '#',
    'undefined',
    'NaN',
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 'x' },
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constant('x'), { minLength: 101, maxLength: 300 }),
  fc.nat(200).map((depth) => JSON.parse(`${'['.repeat(depth + 1)}${']'.repeat(depth + 1)}`)),
  fc
    .anything({ maxDepth: 3, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value) ?? 'null')),
)

export type Mutation =
  | { kind: 'replace'; at: number; value: unknown }
  | { kind: 'remove'; at: number }
  | { kind: 'add'; at: number; name: string; value: unknown }

export const mutations: Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(30), value: hostileValues }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(30) }),
  fc.record({
    kind: fc.constant('add' as const),
    at: fc.nat(30),
    name: fc.constantFrom('x', 'id', 'role', 'status', '__proto__', 'constructor', 'prototype', '', 'toJSON'),
    value: hostileValues,
  }),
)

/** Returns a copy of a JSON value with one node changed. */
export function mutate(value: unknown, mutation: Mutation): unknown {
  const copy = { root: JSON.parse(JSON.stringify(value ?? null)) }
  const nodes: { parent: Record<string, unknown>; name: string }[] = []
  const visit = (parent: Record<string, unknown>) => {
    for (const name of Object.keys(parent)) {
      nodes.push({ parent, name })
      const child = parent[name]
      if (typeof child === 'object' && child !== null) visit(child as Record<string, unknown>)
    }
  }
  visit(copy)
  const node = nodes[mutation.at % nodes.length]
  if (!node) return copy.root
  const { parent, name } = node
  if (mutation.kind === 'remove') delete parent[name]
  else if (mutation.kind === 'replace') parent[name] = mutation.value
  else {
    const target = typeof parent[name] === 'object' && parent[name] !== null ? parent[name] : parent
    // Assignment would set the prototype if the name is `__proto__`.
    Object.defineProperty(target, mutation.name, {
      value: mutation.value,
      enumerable: true,
      configurable: true,
    })
  }
  return copy.root
}
