import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetEarlyResponses, takeEarlyResponse } from './early-responses.ts'

const get = (organizationId?: string): RequestInit => ({
  method: 'GET',
  headers: organizationId === undefined ? {} : { 'Organization-Id': organizationId },
})

beforeEach(() => {
  const response = Promise.resolve(new Response('{}'))
  const early = new Map([
    ['/v1/auth/state', { organizationId: undefined, response }],
    ['/v1/brief', { organizationId: 'one', response }],
  ])
  vi.stubGlobal('window', { earlyResponses: early })
})
afterEach(() => vi.unstubAllGlobals())

test('is taken once', async () => {
  expect(await takeEarlyResponse('/v1/brief', get('one'))).toBeInstanceOf(Response)
  expect(takeEarlyResponse('/v1/brief', get('one'))).toBeUndefined()
  expect(await takeEarlyResponse('/v1/auth/state', get())).toBeInstanceOf(Response)
})

test('is not taken for another organization, method, or query', () => {
  expect(takeEarlyResponse('/v1/brief', get('two'))).toBeUndefined()
  expect(takeEarlyResponse('/v1/brief', get())).toBeUndefined()
  expect(takeEarlyResponse('/v1/auth/state', get('one'))).toBeUndefined()
  expect(takeEarlyResponse('/v1/brief', { ...get('one'), method: 'POST' })).toBeUndefined()
  expect(takeEarlyResponse('/v1/brief?since=2026-01-01', get('one'))).toBeUndefined()
})

test('is forgotten', () => {
  forgetEarlyResponses()
  expect(takeEarlyResponse('/v1/brief', get('one'))).toBeUndefined()
})
