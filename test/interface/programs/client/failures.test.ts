import {
  CairnApiError,
  CairnAuthenticationError,
  type CairnClientOptions,
  CairnConnectionError,
  CairnNotFoundError,
  CairnPermissionError,
  CairnRateLimitError,
  CairnResponseError,
  CairnTimeoutError,
  createCairnClient,
} from '@cairn/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { broken, json, refusal, silent, startFakeService, text } from '../support/fake-service.ts'

const service = stopAfterFile(await startFakeService())
let pauses: number[] = []

function clientWith(options: Partial<CairnClientOptions> = {}) {
  return createCairnClient({
    origin: service.origin,
    token: 'secret',
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
    },
    ...options,
  })
}

const healthy = json(200, { status: 'ok' })
const goalId = '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'
const report = { summary: 'Done', details: 'All.', status: 'active', expectedRevision: 1 } as const

beforeEach(() => {
  service.got.length = 0
  pauses = []
})

describe('a failure becomes an error of its own class', () => {
  it.each([
    [refusal(401, 'invalid_api_token'), CairnAuthenticationError, 'This is invalid_api_token.'],
    [refusal(403, 'insufficient_scope'), CairnPermissionError, 'This is insufficient_scope.'],
    [refusal(404, 'goal_not_found'), CairnNotFoundError, 'This is goal_not_found.'],
    [refusal(409, 'idempotency_conflict'), CairnApiError, 'This is idempotency_conflict.'],
    [refusal(418, 'a_code_of_the_future'), CairnApiError, 'This is a_code_of_the_future.'],
    [refusal(429, 'too_many_requests', { 'retry-after': '61' }), CairnRateLimitError, 'This is too'],
    [refusal(500, 'internal_error'), CairnApiError, 'This is internal_error.'],
    [text(200, '<h1>Sign in</h1>'), CairnResponseError, 'status 200 is not one of Cairn'],
    [json(200, null), CairnResponseError, 'status 200 is not one of Cairn'],
    [json(400, { error: 7 }), CairnResponseError, 'status 400 is not one of Cairn'],
    [text(302, '', { location: 'https://sign-in.example' }), CairnResponseError, 'https://sign-in.example'],
  ])('%#', async (answer, type, message) => {
    service.answers = [answer]
    const call = clientWith().getGoal({ params: { goalId } })
    await expect(call).rejects.toThrow(message)
    await expect(call).rejects.toBeInstanceOf(type)
    expect(service.got).toHaveLength(1)
  })

  it('says status, code, details, request and waiting time', async () => {
    const details = [{ path: 'summary', message: 'Write a summary.' }]
    const headers = { 'x-request-id': 'r-7', 'retry-after': '5' }
    service.answers = [json(400, { error: 'invalid_request', message: 'Wrong.', details }, headers)]
    const error = await clientWith()
      .report(goalId, report)
      .catch((thrown) => thrown)
    expect(error).toMatchObject({
      name: 'CairnApiError',
      status: 400,
      code: 'invalid_request',
      details,
      requestId: 'r-7',
      retryAfterSeconds: 5,
    })
  })

  it('says where nobody listens, and why', async () => {
    const gone = await startFakeService()
    await gone.stop()
    const call = clientWith({ origin: gone.origin, maximumAttempts: 1 }).getHealth()
    await expect(call).rejects.toBeInstanceOf(CairnConnectionError)
    await expect(call).rejects.toThrow(`Cannot reach Cairn at ${gone.origin}: connect ECONNREFUSED`)
  })

  it('gives up a response that does not come in time', async () => {
    service.answers = [silent]
    const call = clientWith().getHealth({}, { timeoutMilliseconds: 50, maximumAttempts: 2 })
    await expect(call).rejects.toThrow('Cairn did not respond within 0.05 seconds.')
    await expect(call).rejects.toBeInstanceOf(CairnTimeoutError)
    expect(service.got).toHaveLength(2)
  })

  it('throws the reason of the caller’s own signal', async () => {
    const controller = new AbortController()
    service.answers = [() => controller.abort('enough')]
    await expect(clientWith().getHealth({}, { signal: controller.signal })).rejects.toBe('enough')
    await expect(clientWith().getHealth({}, { signal: controller.signal })).rejects.toBe('enough')
    expect(service.got).toHaveLength(1)
  })
})

describe('retries', () => {
  it('reads again after a broken connection, a proxy’s page and 503', async () => {
    service.answers = [broken, text(502, 'Bad gateway'), refusal(503, 'unavailable'), healthy]
    await expect(clientWith().getHealth()).resolves.toEqual({ status: 'ok' })
    expect(pauses).toHaveLength(3)
  })

  it('waits as long as the service asks for', async () => {
    service.answers = [refusal(429, 'too_many_requests', { 'retry-after': '9' }), healthy]
    await clientWith().getHealth()
    expect(pauses).toEqual([expect.closeTo(9_125, -3)])
    expect(pauses[0]).toBeGreaterThanOrEqual(9_000)
  })

  it('waits for a minute at most', async () => {
    service.answers = [refusal(429, 'too_many_requests', { 'retry-after': '60' }), healthy]
    await clientWith().getHealth()
    expect(pauses).toHaveLength(1)
    service.answers = [refusal(429, 'too_many_requests', { 'retry-after': '61' }), healthy]
    await expect(clientWith().getHealth()).rejects.toThrow('too_many_requests')
    expect(pauses).toHaveLength(1)
  })

  it('ends after the last attempt, and at once with one attempt', async () => {
    service.answers = [refusal(503, 'unavailable')]
    await expect(clientWith().getHealth()).rejects.toThrow('unavailable')
    expect(service.got).toHaveLength(4)
    await expect(clientWith({ maximumAttempts: 1 }).getHealth()).rejects.toThrow('unavailable')
    expect(service.got).toHaveLength(5)
  })

  it('creates under one key, which the caller may choose', async () => {
    const goal = { body: { detailedDescription: 'Plant trees.', timeframe: { kind: 'continuous' } } } as const
    service.answers = [broken, broken, json(201, { goal: {} })]
    await clientWith().createGoal(goal)
    await clientWith().createGoal(goal, { idempotencyKey: 'mine' })
    const keys = service.got.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).toBe('mine')
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  })

  it('says which response repeats an earlier one', async () => {
    const goal = { body: { detailedDescription: 'Plant trees.', timeframe: { kind: 'continuous' } } } as const
    service.answers = [
      json(201, { goal: {} }),
      json(201, { goal: {} }, { 'idempotency-replayed': 'true' }),
      refusal(400, 'invalid_request', { 'idempotency-replayed': 'true' }),
    ]
    const repeated: number[] = []
    for (const number of [1, 2]) {
      await clientWith().createGoal(goal, { onRepeated: () => repeated.push(number) })
    }
    await expect(clientWith().createGoal(goal, { onRepeated: () => repeated.push(3) })).rejects.toThrow()
    expect(repeated).toEqual([2])
  })

  it('does not repeat an edit or a deletion whose outcome is unknown', async () => {
    service.answers = [broken]
    const edit = clientWith().updateGoal({ params: { goalId }, body: { title: 'New' } })
    await expect(edit).rejects.toBeInstanceOf(CairnConnectionError)
    await expect(clientWith().deleteGoal({ params: { goalId } })).rejects.toThrow()
    expect(service.got).toHaveLength(2)
  })

  it('repeats an edit that was one request too many, because nothing was done', async () => {
    service.answers = [refusal(429, 'too_many_requests'), (response) => response.writeHead(204).end()]
    await expect(clientWith().deleteGoal({ params: { goalId } })).resolves.toBeUndefined()
  })
})

describe('the request', () => {
  it('names program, client and platform, and asks for the token each time', async () => {
    service.answers = [healthy]
    let number = 0
    const client = clientWith({ userAgent: 'bot/1', token: async () => `token-${++number}` })
    await client.getHealth()
    await client.getHealth()
    expect(service.got.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ])
    expect(service.got[0]?.headers['user-agent']).toMatch(/^bot\/1 cairn-client\/\S+ node\/24/)
  })

  it('separates several values by commas and leaves out what is undefined', async () => {
    service.answers = [json(200, { goals: [], nextCursor: null })]
    await clientWith().listGoals({ query: { status: ['active', 'paused'], q: undefined } })
    expect(service.got[0]?.path).toBe('/v1/goals?status=active%2Cpaused')
  })
})

it.each([
  [{ token: 'secret\nof two lines' }, {}, 'The token is not one.'],
  [{ token: async () => '' }, {}, 'The token is not one.'],
  [{}, { idempotencyKey: 'ü' }, 'An idempotency key is'],
  [{}, { idempotencyKey: '' }, 'An idempotency key is'],
])(
  '%j and %j are refused before anything is sent, without the token in the message',
  async (options, call, message) => {
    const error = await clientWith(options)
      .getHealth({}, call)
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toContain(message)
    expect(error.message).not.toContain('secret')
    expect(service.got).toEqual([])
  },
)

describe('an origin', () => {
  it.each([
    ['cairn.example.com', 'Not an origin'],
    ['ftp://cairn.example.com', 'Not an origin'],
    ['https://cairn.example.com/v1', 'Use the origin alone, such as https://cairn.example.com'],
    ['https://ann:secret@cairn.example.com', 'Use the origin alone'],
    ['http://cairn.example.com', 'can be read on the way'],
    ['http://127.0.0.1.example.com', 'can be read on the way'],
  ])('%s is refused', (origin, message) => {
    expect(() => createCairnClient({ origin, token: 'secret' })).toThrow(message)
  })

  it.each([
    'https://cairn.example.com',
    'https://cairn.example.com/',
    'http://localhost:3000',
    'http://[::1]',
  ])('%s is taken', (origin) => {
    expect(() => createCairnClient({ origin, token: 'secret' })).not.toThrow()
  })

  it('may be insecure without a token, or on purpose', () => {
    const origin = 'http://cairn.example.com'
    expect(() => createCairnClient({ origin })).not.toThrow()
    expect(() => createCairnClient({ origin, token: 'secret', allowInsecureOrigin: true })).not.toThrow()
  })
})
