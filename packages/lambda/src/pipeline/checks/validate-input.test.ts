import { ServiceError } from '@cairn/contract/errors/errors'
import type { Operation } from '@cairn/contract/registry/operation'
import { allOperations, operations } from '@cairn/contract/registry/registry'
import { describe, expect, it, test, vi } from 'vitest'
import * as z from 'zod'
import type { OperationEvent } from '../event.ts'
import { parse, parseInput, problemMessage, validateInput } from './validate-input.ts'

const schema = z.strictObject({ name: z.string() })

it('names up to 19 unknown fields with what else is wrong', () => {
  expect(() => parse(schema, { more: 1 })).toThrow(
    expect.objectContaining({
      details: [
        { path: 'name', message: expect.any(String), code: 'required' },
        { path: 'more', message: 'Remove this field: it is unknown.', code: 'unknown_field' },
      ],
    }),
  )
})

it('refuses 20 unknown fields without looking at the rest, and names 20 of them', () => {
  const looked = vi.fn()
  const watched = z.strictObject({ name: z.string().refine(looked) })
  const fields = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`f${index}`, index]))
  expect(() => parse(watched, { name: 'a', ...fields })).toThrow(
    expect.objectContaining({
      details: Array.from({ length: 20 }, (_, index) => expect.objectContaining({ path: `f${index}` })),
    }),
  )
  expect(looked).not.toHaveBeenCalled()
})

it('names at most 20 problems', () => {
  const many = z.strictObject(
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, z.string()])),
  )
  const refused = expect.objectContaining({ details: expect.objectContaining({ length: 20 }) })
  expect(() => parse(many, {})).toThrow(refused)
})

it.each([null, 'text', []])('leaves %j, which has no fields, to the schema', (value) => {
  expect(() => parse(schema, value)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: 'The request is not valid.',
      details: [{ path: '', message: 'Use an object.', code: 'invalid_type' }],
    }),
  )
  expect(parse(z.unknown(), value)).toEqual(value)
})

const operation = {
  success: { status: 200 },
  body: () => schema,
  query: () => z.strictObject({ limit: z.string().optional() }),
  params: () => z.strictObject({ goalId: z.uuid() }),
  malformedParams: 'goal_not_found',
} as unknown as Operation
const goalId = '7b0f3c8e-0000-4000-8000-000000000001'

/** Returns the refusal of an input: its code, message and the paths of its details. */
function refusalOf(check: () => unknown): [string, string, string[] | undefined] {
  try {
    check()
  } catch (error) {
    const { code, message, details } = error as ServiceError
    expect(error).toBeInstanceOf(ServiceError)
    return [code, message, details?.map(({ path }) => path)]
  }
  throw new Error('Nothing was refused.')
}

describe('an input', () => {
  const input = { body: { name: 'a' }, query: () => ({ limit: '1' }), params: { goalId } }

  it('has a body, a query and a path', () => {
    expect(parseInput(operation, input)).toEqual({
      body: { name: 'a' },
      query: { limit: '1' },
      params: { goalId },
    })
  })

  it('has nothing for an operation that takes nothing, which asks for no query', () => {
    const query = vi.fn()
    expect(parseInput({ success: { status: 200 } } as Operation, { body: 'x', query })).toEqual({
      body: undefined,
      query: {},
      params: {},
    })
    expect(query).not.toHaveBeenCalled()
  })

  it('is refused for its body, then its query, then its path', () => {
    const wrong = { body: {}, query: () => ({ limit: 1 }), params: {} }
    const invalid = 'The request is not valid.'
    expect(refusalOf(() => parseInput(operation, wrong))).toEqual(['invalid_request', invalid, ['name']])
    expect(refusalOf(() => parseInput(operation, { ...wrong, body: input.body }))).toEqual([
      'invalid_request',
      invalid,
      ['limit'],
    ])
    const nothing = 'There is nothing with this id.'
    for (const params of [{}, undefined, { goalId: '1' }]) {
      expect(refusalOf(() => parseInput(operation, { ...input, params }))).toEqual([
        'goal_not_found',
        nothing,
        ['goalId'],
      ])
    }
    const { malformedParams: _, ...without } = operation
    expect(refusalOf(() => parseInput(without, { ...input, params: {} }))[0]).toBe('invalid_request')
  })
})

describe('a request', () => {
  const check = (changes: Partial<OperationEvent>, of: Partial<Operation> = {}) => {
    const event = {
      headers: {},
      rawQueryString: '',
      pathParameters: { goalId },
      body: { name: 'a' },
      ...changes,
    } as unknown as OperationEvent
    validateInput({ ...operation, ...of } as Operation, event)
    return event
  }

  it('gets its input', () => {
    expect(check({ queryStringParameters: { limit: '1' }, rawQueryString: 'limit=1' }).input).toEqual({
      body: { name: 'a' },
      query: { limit: '1' },
      params: { goalId },
    })
    expect(check({}).input?.query).toEqual({})
  })

  const repeated = {
    queryStringParameters: { limit: '1,2', other: 'x' },
    rawQueryString: 'limit=1&other=x&limit=2&limit=3',
  }

  it('is refused with a parameter that is sent twice', () => {
    expect(() => check(repeated)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: [{ path: 'limit', message: 'Send this parameter only once.', code: 'repeated' }],
      }),
    )
  })

  it('has all values of a parameter that may be sent several times, also of one that was sent once', () => {
    const query = () => z.looseObject({})
    const several = { query, repeatable: ['limit'] } as Partial<Operation>
    expect(check(repeated, several).input?.query).toEqual({ limit: ['1', '2', '3'], other: 'x' })
    const once = { queryStringParameters: { limit: '1,2' }, rawQueryString: 'limit=1,2' }
    expect(check(once, several).input?.query).toEqual({ limit: ['1,2'] })
    expect(check({}, several).input?.query).toEqual({})
  })

  it('that leads elsewhere ignores a parameter that is sent twice, and keeps the others', () => {
    const query = () => z.looseObject({})
    const { input } = check(repeated, { query, success: { status: 302 } } as Partial<Operation>)
    expect(input?.query).toEqual({ other: 'x' })
  })

  const creates = { repeated: 'first_response' } as const

  it('has an idempotency key if the operation takes one', () => {
    const headers = { 'idempotency-key': 'a b' }
    expect(check({ headers }, creates).idempotencyKey).toBe('a b')
    expect(check({ headers }).idempotencyKey).toBeUndefined()
    expect(check({}, creates).idempotencyKey).toBeUndefined()
  })

  it.each(['', 'é', 'x'.repeat(201)])('is refused with the idempotency key %j', (key) => {
    expect(refusalOf(() => check({ headers: { 'idempotency-key': key } }, creates))).toEqual([
      'invalid_request',
      'The request is not valid.',
      ['Idempotency-Key'],
    ])
  })
})

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value, { error: problemMessage })
    .error?.issues.filter(({ code }) => code !== 'unrecognized_keys')
    .map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('says what to do, and keeps the messages of the contract', () => {
  expect(
    messagesOf(operations.createGoal.body(), { timeframe: { kind: 'soon' }, criteria: [{ title: '' }] }),
  ).toEqual([
    'detailedDescription: This field is required.',
    'timeframe.kind: Use one of continuous, deadline.',
    'criteria.0.title: This field cannot be empty.',
    'criteria.0.description: This field is required.',
  ])
  expect(
    messagesOf(operations.createGoal.body(), { detailedDescription: 1, labelIds: ['x'], title: ' ' }),
  ).toEqual([
    'detailedDescription: Use a string.',
    'timeframe: This field is required.',
    'title: This field cannot be empty.',
    'labelIds.0: Use a UUID.',
  ])
  expect(messagesOf(operations.createOrganizationInvitation.body(), { email: 'x', role: 'owner' })).toEqual([
    'email: Enter a full email address, such as name@example.com.',
    'role: Use one of admin, member.',
  ])
  expect(messagesOf(operations.createGoal.body(), 'text')).toEqual([': Use an object.'])
})

const wrongValues = [undefined, null, true, 0, 0.5, -1, 1e20, '', 'x', [], ['x'], [1], {}, { x: 1 }]

/** Replaces each value of `body`, at any depth, by each wrong value. */
function* corrupted(body: unknown): Generator<unknown> {
  yield* wrongValues
  if (typeof body !== 'object' || body === null) return
  for (const [key, value] of Object.entries(body)) {
    for (const wrong of corrupted(value)) {
      yield Array.isArray(body) ? [wrong] : { ...body, [key]: wrong }
    }
  }
}

/** The shape of every request body, with a value in every field. */
const filled = {
  timeframe: { kind: 'deadline', targetDate: '2026-11-20' },
  criteria: [{ title: 'a', description: 'a' }],
  labelIds: ['x'],
  evaluation: { result: 'met', asOf: 'x' },
  scopes: ['x'],
}

test.each(allOperations.flatMap(({ id, body }) => (body ? [[id, body] as const] : [])))(
  '%s never shows a message of zod',
  (_, body) => {
    const schema = body()
    const fields = 'shape' in schema ? Object.keys(schema.shape as object) : []
    const request = Object.fromEntries(
      fields.map((field) => [field, (filled as Record<string, unknown>)[field] ?? 'x']),
    )
    for (const wrong of corrupted(request)) {
      for (const message of messagesOf(schema, wrong).map((line) => line.slice(line.indexOf(': ') + 2))) {
        expect(message, JSON.stringify(wrong)).not.toMatch(
          /Invalid|expected|received|Too (small|big)|Unrecognized/i,
        )
        expect(message).toMatch(/\.$/)
      }
    }
  },
)
