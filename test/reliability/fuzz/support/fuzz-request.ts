import fc, { type Arbitrary } from 'fast-check'
import { pictureBytes } from '../../../support/requests/pictures.ts'
import type { Described, Parameter } from './document.ts'
import { hostileValues, mutate, mutations, valuesOf } from './values.ts'

/** The credential of a request. `other` is an invalid one. */
export type Credential = 'session' | 'token' | 'both' | 'none' | 'other'

export type FuzzRequest = {
  method: string
  path: string
  query: [name: string, value: string][]
  credential: Credential
  /** The headers of the credential `other`. */
  forged: { cookie?: string; authorization?: string }
  origin: 'own' | 'none' | 'null' | 'foreign'
  headers: [name: string, value: string][]
  contentType: string | undefined
  /** JSON, or text or bytes that may not be JSON; undefined sends no body. */
  body: { json: unknown } | { text: string } | { bytes: number[] } | undefined
  /** Nothing in the request violates the OpenAPI document. */
  isValid: boolean
}

const unknownId = '00000000-0000-4000-8000-000000000000'

const paramTexts = ({ name, schema }: Parameter): Arbitrary<string> => {
  const kind = name === 'Organization-Id' ? 'organizationId' : name.endsWith('GoalId') ? 'goalId' : name
  if (name === 'Idempotency-Key') return fc.nat(20).map((number) => `key ${number}`)
  if (schema.items?.enum) {
    const values = schema.items.enum.map(String)
    return fc.subarray(values, { minLength: 1 }).map((some) => some.join())
  }
  const fromSchema = schema.enum
    ? fc.constantFrom(...schema.enum.map(String))
    : valuesOf(schema, name).map((value) => String(value))
  // The first day may not be after the last one, nor long before it.
  if (schema.format === 'date') return fc.constant('2027-01-31')
  if (name === 'limit') return fc.integer({ min: 1, max: 100 }).map(String)
  if (name === 'cursor') return fc.nat(20).map((number) => `@cursor:${number}@`)
  if (name === 'parentGoalId') {
    return fc.oneof(
      fc.constant('none'),
      fc.nat(20).map((number) => `@${kind}:${number}@`),
    )
  }
  return schema.format === 'uuid' || name === 'userId' || name === 'ownerUserId'
    ? fc.oneof(
        { weight: 4, arbitrary: fc.nat(20).map((number) => `@${kind}:${number}@`) },
        { weight: 1, arbitrary: fc.constant(unknownId) },
      )
    : fromSchema
}

/** Path segments that parsers read differently: encodings, empty values and forbidden characters. */
export const hostileSegments: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '..',
    '.',
    '%2e%2e',
    '%2E%2e%2f',
    '%2F',
    '%5c',
    '%',
    '%zz',
    '%c0%af',
    '%ed%a0%80',
    '%F0%9F%98%80',
    ';',
    ':',
    '@',
    '*',
    '~',
    '%20',
    '+',
    '%0d%0a',
    '%250a',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '{goalId}',
    '-1',
    '0',
    unknownId.toUpperCase(),
    `${unknownId}%00`,
    `${unknownId}%20`,
    `${unknownId};x`,
    'x'.repeat(3_000),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encodeURIComponent),
)

const hostileQueries: Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom(
    'limit',
    'cursor',
    'status',
    'labelId',
    'ownerUserId',
    'health',
    'returnTo',
    'x',
    '__proto__',
    '',
    'limit[]',
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '101',
      '-1',
      '1e2',
      '١',
      ' 5',
      '5,5',
      'null',
      '%00',
      'javascript:alert(1)',
      '//evil.example',
      'A'.repeat(2_000),
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.base64String({ maxLength: 120 }),
  ),
)

const forgeries: Arbitrary<FuzzRequest['forged']> = fc.oneof(
  fc.constantFrom(
    { cookie: 'session=' },
    { cookie: `session=${unknownId}.${'A'.repeat(43)}` },
    { cookie: 'session=; session=x; __Host-session=y' },
    { cookie: `session="${unknownId}"` },
    { cookie: ';;;=;' },
    { cookie: `session=${'x'.repeat(4_000)}` },
    { cookie: `__proto__=1; session=%00` },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Basic YTpi' },
    { authorization: `Bearer cairn_${unknownId}_${'A'.repeat(43)}00000000` },
    { authorization: 'Bearer cairn_' },
    { authorization: 'bearer x, bearer y' },
    { authorization: '' },
  ),
  fc.base64String({ maxLength: 90 }).map((text) => ({ cookie: `session=${unknownId}.${text}` })),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((text) => ({ authorization: `Bearer ${text}` })),
)

const extraHeaders: Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['x-forwarded-for', '1.2.3.4'],
    ['x-forwarded-host', 'evil.example'],
    ['x-http-method-override', 'DELETE'],
    ['accept', 'text/html'],
    ['accept-encoding', 'gzip, br'],
    ['x-service-auth-assertion', 'e30'],
    ['x-request-id', 'chosen-by-the-client'],
    ['content-encoding', 'gzip'],
    ['range', 'bytes=0-1'],
    ['if-none-match', '*'],
    ['expect', '100-continue'],
    ['__proto__', 'x'],
    ['origin', 'https://evil.example'],
    ['cookie', 'session=second'],
    ['organization-id', ''],
    ['organization-id', `${unknownId},${unknownId}`],
    ['organization-id', unknownId],
    ['x-long', 'y'.repeat(6_000)],
  ),
  fc.tuple(
    fc.constantFrom('x-a', 'user-agent', 'referer'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 100 }),
  ),
)

const brokenBodies: Arbitrary<NonNullable<FuzzRequest['body']>> = fc.oneof(
  fc
    .constantFrom(
      '',
      ' ',
      '{',
      '}',
      '{]',
      'null',
      '[]',
      '"x"',
      '1',
      'NaN',
      '{"a":1,}',
      "{'a':1}",
      '{"a":1}{"b":2}',
      '\ufeff{}',
      '{}\u0000',
      '{"__proto__":{"x":1}}',
      '{"name":"a","name":"b"}',
      'a=1&b=2',
      '<x/>',
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      `{"name":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      `{"a":"${'x'.repeat(270_000)}"}`,
      '{"a":1e999}',
      `{"a":${'9'.repeat(5_000)}}`,
      '{"a":"\\ud800"}',
    )
    .map((text) => ({ text })),
  hostileValues.map((json) => ({ json })),
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 60 }).map((bytes) => ({ bytes })),
)

const contentTypes = fc.constantFrom(
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'application/json, text/plain',
  'application/jsonx',
  '',
)

/**
 * Removes the contradictions that the document cannot express: completed and archived goals have no health, evidence has an
 * address or a text, a measure's target differs from its start, and only a program that is allowed has an organization and scopes.
 */
function consistent(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(consistent)
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === 'evidence' && Array.isArray(value)
        ? value.map((one) => ({ text: 'x', ...one }))
        : consistent(value),
    ]),
  )
  const { status, health, start, target, allow } = fields
  if (allow === false) {
    delete fields.organizationId
    delete fields.scopes
  }
  if (allow === true) {
    fields.organizationId ??= unknownId
    fields.scopes ??= ['goals:read']
  }
  if (health !== undefined && (status === 'completed' || status === 'archived')) delete fields.health
  if (start !== undefined && start === target) fields.target = Number(target) + 1
  return fields
}

/** Valid requests of an operation: an allowed credential, and values that the document accepts. */
export function validRequests(operation: Described): Arbitrary<FuzzRequest> {
  const { method, path, parameters, body, file, security } = operation
  const pathNames = parameters.filter((parameter) => parameter.in === 'path')
  const someOf = (place: Parameter['in']): Arbitrary<[name: string, value: string][]> => {
    const possible = parameters.filter(({ in: where, name }) => where === place && name !== 'cursor')
    const requiredKeys = possible.filter(({ required }) => required).map(({ name }) => name)
    return fc
      .record(Object.fromEntries(possible.map((parameter) => [parameter.name, paramTexts(parameter)])), {
        requiredKeys,
      })
      .map((values) => Object.entries(values).map(([name, value]) => [name, String(value)]))
  }
  const credentials: Credential[] = security.some((scheme) => 'apiToken' in scheme)
    ? ['session', 'token']
    : ['session']
  return fc.record({
    method: fc.constant(method),
    path: fc
      .record(Object.fromEntries(pathNames.map((parameter) => [parameter.name, paramTexts(parameter)])))
      .map((values) => path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]))),
    query: someOf('query'),
    credential: fc.constantFrom(...credentials),
    forged: fc.constant({}),
    origin: fc.constant('own' as const),
    headers: someOf('header'),
    contentType: fc.constant(file ?? 'application/json'),
    body: body
      ? valuesOf(body).map((json) => ({ json: consistent(json) }))
      : fc.constant(file === undefined ? undefined : { bytes: [...pictureBytes('fuzz')] }),
    isValid: fc.constant(true),
  })
}

/** A valid request with one or more corruptions. */
export function mutatedRequests(operation: Described): Arbitrary<FuzzRequest> {
  const changes: Arbitrary<(request: FuzzRequest) => FuzzRequest>[] = [
    fc.array(mutations, { minLength: 1, maxLength: 3 }).map((all) => (request) => {
      const { body } = request
      return body && 'json' in body ? { ...request, body: { json: all.reduce(mutate, body.json) } } : request
    }),
    brokenBodies.map((body) => (request) => ({ ...request, body })),
    contentTypes.map((contentType) => (request) => ({ ...request, contentType })),
    fc
      .array(hostileQueries, { minLength: 1, maxLength: 3 })
      .map((more) => (request) => ({ ...request, query: [...request.query, ...more] })),
    fc.nat(20).map((number) => (request) => ({
      ...request,
      query: [...request.query, ['cursor', `@cursor:${number}@`]],
    })),
    fc.tuple(hostileSegments, fc.nat(8)).map(([segment, at]) => (request) => {
      const segments = request.path.split('/')
      segments[1 + (at % (segments.length - 1))] = segment
      return { ...request, path: segments.join('/') }
    }),
    fc
      .constantFrom<[RegExp, string]>(
        [/\/v1/, '//v1'],
        [/$/, '/'],
        [/\/(\w+)$/, '//$1'],
        [/\/v1/, '/v1/../v1'],
        [/o/, '%6f'],
        [/\/v1/, '/V1'],
        [/^/, 'http://evil.example'],
      )
      .map(([pattern, text]) => (request) => ({ ...request, path: request.path.replace(pattern, text) })),
    fc
      .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
      .map((method) => (request) => ({ ...request, method })),
    fc
      .tuple(fc.constantFrom<Credential>('none', 'other', 'both', 'token', 'session'), forgeries)
      .map(([credential, forged]) => (request) => ({ ...request, credential, forged })),
    fc
      .constantFrom('none' as const, 'null' as const, 'foreign' as const)
      .map((origin) => (request) => ({ ...request, origin })),
    fc
      .array(extraHeaders, { minLength: 1, maxLength: 3 })
      .map((headers) => (request) => ({ ...request, headers: [...request.headers, ...headers] })),
  ]
  return fc
    .tuple(validRequests(operation), fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 2 }))
    .map(([request, all]) => ({
      ...all.reduce((changed, change) => change(changed), request),
      isValid: false,
    }))
}
