import type { ErrorCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import { afterEach, expect, test, vi } from 'vitest'
import { describeFailure, isApiError, isExpected, isTransient } from './failures.ts'

afterEach(() => vi.unstubAllGlobals())

function refusal(status: number, error: ErrorCode, headers?: HeadersInit): ApiError {
  return new ApiError(new Response(null, { status, ...(headers && { headers }) }), { error, message: '' })
}

test.each([
  ['750', 'Too many attempts. Try again in 13 minutes.'],
  ['61', 'Too many attempts. Try again in 2 minutes.'],
  ['60', 'Too many requests. Try again in 60 seconds.'],
  ['1', 'Too many requests. Try again in 1 second.'],
])('says when to retry after %s seconds', (seconds, sentence) => {
  const failure = describeFailure(refusal(429, 'too_many_requests', { 'retry-after': seconds }))
  expect(failure).toMatchObject({ sentence, canRetry: true })
})

test('a rate limit without retry-after, and an unavailable service', () => {
  expect(describeFailure(refusal(429, 'too_many_requests')).sentence).toBe(
    'Too many requests. Wait a moment and try again.',
  )
  const unavailable = describeFailure(refusal(503, 'unavailable', { 'retry-after': '120' }))
  expect(unavailable.sentence).toMatch(/^The service is unavailable right now/)
})

test('origin_not_allowed shows the service’s own message, which names the right address', () => {
  const message = 'Changes are accepted only from http://localhost:3000: open the web app there.'
  const error = new ApiError(new Response(null, { status: 403 }), { error: 'origin_not_allowed', message })
  expect(describeFailure(error).sentence).toBe(message)
})

test('a failure of the service does not mention a form: a list may have failed to load', () => {
  expect(describeFailure(refusal(500, 'internal_error'))).toMatchObject({
    sentence: 'Something went wrong on our side. Try again.',
    canRetry: true,
  })
})

test.each<[ErrorCode, boolean]>([
  ['too_many_requests', true],
  ['internal_error', true],
  ['unavailable', true],
  ['unauthorized', true],
  ['invalid_cursor', true],
  ['invalid_request', false],
  ['goal_not_found', false],
])('%s may succeed later: %s', (code, canRetry) => {
  expect(describeFailure(refusal(400, code)).canRetry).toBe(canRetry)
})

test('an error of unknown cause has the id of its request, and no other has', () => {
  const withId = { 'x-request-id': 'r-1' }
  expect(describeFailure(refusal(500, 'internal_error', withId)).reference).toBe('r-1')
  expect(describeFailure(refusal(503, 'unavailable', withId)).reference).toBeUndefined()
})

test('the wait of another refusal is not shown', () => {
  const failure = describeFailure(refusal(404, 'goal_not_found', { 'retry-after': '120' }))
  expect(failure.sentence).toMatch(/^This goal does not exist/)
})

const timeout = new DOMException('late', 'TimeoutError')

test.each([
  ['without a connection', false, timeout, /^You are offline/],
  ['after a timeout', true, timeout, /^The service is taking too long/],
  ['after another end', true, new DOMException('stopped', 'AbortError'), /^The service could not be reached/],
  ['of the connection', true, new TypeError('Failed to fetch'), /^The service could not be reached/],
  ['named like one', true, Object.assign(new Error(''), { name: 'TimeoutError' }), /could not be reached/],
])('a failure %s can be tried again', (_, onLine, error, sentence) => {
  vi.stubGlobal('navigator', { onLine })
  const { canRetry, sentence: shown } = describeFailure(error)
  expect(shown).toMatch(sentence)
  expect(canRetry).toBe(true)
})

test.each([
  [429, true],
  [500, false],
  [501, false],
  [502, true],
  [503, true],
  [404, false],
])('a response with %i is transient: %s', (status, expected) => {
  expect(isTransient(refusal(status, 'unavailable'))).toBe(expected)
})

test('what is no response is transient', () => {
  expect(isTransient(new TypeError('Failed to fetch'))).toBe(true)
})

test.each<[string, unknown, boolean]>([
  ['an API error', refusal(404, 'goal_not_found'), true],
  ['a timeout', timeout, true],
  ['a missing module', new TypeError('Failed to fetch dynamically imported module: /x.js'), true],
  ['a bug', new TypeError('x is undefined'), false],
  ['anything else', 'x', false],
])('%s is expected: %s', (_, error, expected) => {
  expect(isExpected(error)).toBe(expected)
})

test('an API error is told by its code', () => {
  const error = refusal(404, 'goal_not_found')
  expect(isApiError(error)).toBe(true)
  expect(isApiError(error, 'goal_not_found')).toBe(true)
  expect(isApiError(error, 'unavailable')).toBe(false)
  expect(isApiError({ code: 'goal_not_found' }, 'goal_not_found')).toBe(false)
})
