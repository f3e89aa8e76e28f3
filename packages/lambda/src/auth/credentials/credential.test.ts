import { describe, expect, test } from 'vitest'
import type { SessionReader } from '../session-reader.ts'
import { bearerOf, credentialOf } from './credential.ts'

describe('a bearer token', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bEARER   abc', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearerabc', undefined],
    ['Bearer a b', undefined],
    ['Bearer abc ', undefined],
    ['xBearer abc', undefined],
    ['Basic abc', undefined],
    [undefined, undefined],
  ])('in %j is %j', (authorization, token) => {
    expect(bearerOf(authorization)).toBe(token)
  })
})

describe('the credential', () => {
  const of = (authorization: string | undefined, readsAuthorization = false) =>
    credentialOf(
      { headers: { cookie: 'session=x', ...(authorization !== undefined && { authorization }) } },
      { readsAuthorization } as SessionReader,
    )

  test.each<[string, string | undefined, unknown]>([
    ['is the session without the header', undefined, { kind: 'session' }],
    ['is an API token by its prefix', 'Bearer cairn_a_b', { kind: 'api_token', secret: 'cairn_a_b' }],
    ['is an access token by its prefix', 'Bearer cairnat_a', { kind: 'oauth', secret: 'cairnat_a' }],
    [
      'is never the session with the header: a mistyped token',
      'Bearer abc',
      { kind: 'api_token', secret: 'abc' },
    ],
    [
      'is never the session with the header: a refresh token',
      'Bearer cairnrt_a',
      { kind: 'api_token', secret: 'cairnrt_a' },
    ],
    ['is never the session with the header: another scheme', 'Basic abc', { kind: 'unknown' }],
    ['is never the session with the header: an empty one', '', { kind: 'unknown' }],
  ])('%s', (_, authorization, expected) => {
    expect(of(authorization)).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['Bearer eyJ.x.y', { kind: 'session' }],
    ['Basic abc', { kind: 'session' }],
    ['Bearer cairn_a_b', { kind: 'api_token', secret: 'cairn_a_b' }],
    ['Bearer cairnat_a', { kind: 'oauth', secret: 'cairnat_a' }],
  ])('%s, where the provider reads the header', (authorization, expected) => {
    expect(of(authorization, true)).toEqual(expected)
  })
})
