import { expect, test } from 'vitest'
import { isErrorShape, requestInit, requestPath, retryAfterOf } from './wire.ts'

test.each([
  ['/v1/goals', {}, '/v1/goals'],
  [
    '/v1/goals/{goalId}/updates/{revision}',
    { params: { goalId: 'a/b #?%', revision: '2' } },
    '/v1/goals/a%2Fb%20%23%3F%25/updates/2',
  ],
  ['/v1/goals/{goalId}', {}, '/v1/goals/'],
  [
    '/v1/goals',
    { query: { status: ['active', 'paused'], limit: 5, cursor: undefined } },
    '/v1/goals?status=active%2Cpaused&limit=5',
  ],
  ['/v1/goals', { query: { cursor: undefined } }, '/v1/goals'],
])('a request of %s with %j goes to %s', (path, request, address) => {
  expect(requestPath({ path }, request)).toBe(address)
})

test('a parameter that may be repeated is sent once for each value', () => {
  const route = { path: '/v1/goals', repeatable: ['owner'] }
  const query = { owner: ['email:a,b', 'me'], status: ['active', 'paused'] }
  expect(requestPath(route, { query })).toBe('/v1/goals?owner=email%3Aa%2Cb&owner=me&status=active%2Cpaused')
})

test('a body is sent as JSON, and no redirect takes the credential along', () => {
  const headers = { authorization: 'Bearer secret' }
  expect(requestInit({ method: 'POST' }, { body: { name: 'urgent' } }, headers)).toEqual({
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    redirect: 'manual',
    body: '{"name":"urgent"}',
  })
  expect(requestInit({ method: 'DELETE' }, {}, headers)).toEqual({
    method: 'DELETE',
    headers,
    redirect: 'manual',
  })
})

const detail = { path: 'title', message: 'Shorten it.' }

test.each([
  { error: 'unavailable', message: 'Later.' },
  { error: 'a_code_of_later', message: '', details: [] },
  { error: 'invalid_request', message: 'No.', details: [detail, { ...detail, code: 'too_long' }] },
])('%j is an error of the service', (body) => {
  expect(isErrorShape(body)).toBe(true)
})

test.each([
  [undefined],
  [null],
  ['unavailable'],
  [[]],
  [{ message: 'Later.' }],
  [{ error: 503, message: 'Later.' }],
  [{ error: 'unavailable' }],
  [{ error: 'unavailable', message: null }],
  [{ error: 'unavailable', message: 'Later.', details: {} }],
  [{ error: 'unavailable', message: 'Later.', details: ['title'] }],
  [{ error: 'unavailable', message: 'Later.', details: [null] }],
  [{ error: 'unavailable', message: 'Later.', details: [detail, { path: 'title' }] }],
  [{ error: 'unavailable', message: 'Later.', details: [{ message: 'Shorten it.' }] }],
])('%j is not', (body) => {
  expect(isErrorShape(body)).toBe(false)
})

test.each([
  ['45', 45],
  ['0', 0],
  [null, undefined],
  ['', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['5 s', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('Retry-After: %j is %s seconds', (text, seconds) => {
  const headers = new Headers(text === null ? {} : { 'retry-after': text })
  expect(retryAfterOf({ headers })).toBe(seconds)
})
