import { ApiError } from '@cairn/contract/client'
import { expect, test } from 'vitest'
import { describeFailure } from './failures.ts'

function refusal(
  status: number,
  error: 'too_many_requests' | 'unavailable' | 'internal_error',
  headers?: HeadersInit,
): ApiError {
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
  expect(describeFailure(refusal(429, 'too_many_requests')).sentence).toMatch(/^Too many requests/)
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
