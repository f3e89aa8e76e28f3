import { responseLimitBytes } from '@cairn/domain/storage/pagination/response-size'
import { describe, expect, it, vi } from 'vitest'
import { exceedsResponseLimit } from './response.ts'

const sizeOf = (response: object) => Buffer.byteLength(JSON.stringify(response))

describe('exceedsResponseLimit', () => {
  it.each([
    ['ASCII', 'x', 1],
    ['an escaped quote', '"', 2],
    ['two bytes of UTF-8', 'é', 2],
    ['three bytes of UTF-8', '€', 3],
    ['a surrogate pair', '😀', 4],
    ['a control character', '\u0001', 6],
    ['a lone surrogate', '\ud800', 6],
  ])('is exact to the byte if the body is %s', (_, character, bytes) => {
    const empty = { statusCode: 200, headers: { 'x-a': 'é' }, body: '' }
    const free = responseLimitBytes - sizeOf(empty)
    const body = character.repeat(Math.floor(free / bytes)) + 'x'.repeat(free % bytes)
    expect(sizeOf({ ...empty, body })).toBe(responseLimitBytes)
    expect(exceedsResponseLimit({ ...empty, body })).toBe(false)
    expect(exceedsResponseLimit({ ...empty, body: `${body}x` })).toBe(true)
  })

  it('counts headers and cookies', () => {
    const long = '\u0001'.repeat(responseLimitBytes / 6)
    expect(exceedsResponseLimit({ statusCode: 302, headers: { location: long } })).toBe(true)
    expect(exceedsResponseLimit({ statusCode: 302, cookies: [long] })).toBe(true)
  })

  it('does not serialize a body of a million ASCII characters', () => {
    const response = { statusCode: 200, body: 'x'.repeat(1_000_000) }
    const stringify = vi.spyOn(JSON, 'stringify')
    expect(exceedsResponseLimit(response)).toBe(false)
    expect(stringify.mock.calls).toEqual([[{ statusCode: 200 }]])
    stringify.mockRestore()
  })
})
