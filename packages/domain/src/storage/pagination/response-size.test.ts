import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countThatFits, responseLimitBytes } from './response-size.ts'

/** The size that Lambda counts for these elements, without headers and cursor. */
const serialized = (elements: unknown[]) =>
  Buffer.byteLength(JSON.stringify({ body: JSON.stringify(elements) }))

/** Each element takes about a kilobyte of a response; six and a half fit. */
const limit = 6_500

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
    const element = { text: character.repeat(Math.floor(1_000 / bytesInResponse)) }
    const elements = Array.from({ length: 8 }, () => element)
    expect(countThatFits(elements, limit)).toBe(6)
    expect(serialized(elements.slice(0, 6))).toBeLessThan(limit)
    expect(serialized(elements.slice(0, 7))).toBeGreaterThan(limit)
  })

  it('contains its first element even if it is too large, so that the list continues', () => {
    expect(countThatFits(['a'.repeat(limit), 'b'], limit)).toBe(1)
  })

  it('can be empty', () => {
    expect(countThatFits([])).toBe(0)
  })
})

/** The most that elements may take: all but what is kept for headers and the cursor. */
const elementsLimit = responseLimitBytes - 32 * 1024

test('elements fit that take all there is, and not one byte more', () => {
  // With its quotes, each escaped once more, and a comma.
  const half = 'a'.repeat((elementsLimit - 2 * 5) / 2)
  expect(countThatFits([half, half])).toBe(2)
  expect(countThatFits([half, `${half}a`])).toBe(1)
})

test('a page is serialized only if it might not fit', () => {
  let serialized = 0
  const pageOf = (length: number) => [
    { text: 'a'.repeat(length), list: [null, 1], toJSON: () => ++serialized },
  ]
  // 32 bytes for each of seven values, and 7 for each character of a text or name.
  const longest = Math.floor((elementsLimit - 7 * 32) / 7) - 'text'.length - 'list'.length - 'toJSON'.length
  expect(countThatFits(pageOf(longest))).toBe(1)
  expect(serialized).toBe(0)
  expect(countThatFits(pageOf(longest + 1))).toBe(1)
  expect(serialized).toBe(1)
})

test('small elements always fit', () => {
  fc.assert(
    fc.property(fc.array(fc.json({ maxDepth: 2 }), { maxLength: 100 }), (elements) => {
      expect(countThatFits(elements)).toBe(elements.length)
    }),
  )
})
