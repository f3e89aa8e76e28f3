import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countThatFits, responseLimitBytes } from './response-size.ts'

/** The size that Lambda counts for these elements, without headers and cursor. */
const serialized = (elements: unknown[]) =>
  Buffer.byteLength(JSON.stringify({ body: JSON.stringify(elements) }))

const megabyte = 1_000_000

describe('a page', () => {
  it.each([
    ['plain text', 'a', 1],
    ['quotation marks', '"', 4],
    ['backslashes', '\\', 4],
    ['line breaks', '\n', 3],
    ['control characters', '\u0001', 7],
    ['accents', 'é', 2],
    ['ideographs', '語', 3],
    ['emoji', '😀', 4],
    ['unpaired surrogates', '\ud800', 7],
  ])('of %s ends before the element that does not fit', (_, character, bytesInResponse) => {
    const element = { text: character.repeat(Math.floor(megabyte / bytesInResponse)) }
    const elements = Array.from({ length: 8 }, () => element)
    const count = countThatFits(elements)
    expect(count).toBe(6)
    expect(serialized(elements.slice(0, count))).toBeLessThan(responseLimitBytes)
    expect(serialized(elements.slice(0, count + 1))).toBeGreaterThan(responseLimitBytes)
  })

  it('contains its first element even if it is too large, so that the list continues', () => {
    expect(countThatFits(['a'.repeat(7 * megabyte), 'b'])).toBe(1)
  })

  it('can be empty', () => {
    expect(countThatFits([])).toBe(0)
  })
})

test('small elements always fit', () => {
  fc.assert(
    fc.property(fc.array(fc.json({ maxDepth: 2 }), { maxLength: 100 }), (elements) => {
      expect(countThatFits(elements)).toBe(elements.length)
    }),
  )
})
