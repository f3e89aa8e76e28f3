import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText, linesOf, oneLine } from './escape.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const dangerous = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/

describe('text on one line', () => {
  it.each([
    ['a\r\nb\tc  d ', 'a b c d'],
    ['\u001b[31mred\u009b0m', '\\x1b[31mred\\x9b0m'],
    ['\u0000\u007f\u0085', '\\x00\\x7f\\x85'],
    ['\u202egnp.\u2066x\u2069', '\\u202egnp.\\u2066x\\u2069'],
    ['a\u2028b\ufeff', 'a\\u2028b\\ufeff'],
    ['\u{e0041}', '\\u{e0041}'],
    // What scripts and emoji need stays.
    ['👩‍🚀 می‌خواهم שלום‎', '👩‍🚀 می‌خواهم שלום‎'],
  ])('%j is %j', (text, line) => {
    expect(oneLine(text)).toBe(line)
  })
})

it('nothing dangerous is left, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(oneLine(text)).not.toMatch(dangerous)
      expect(linesOf(text).join('')).not.toMatch(dangerous)
      const json = jsonText({ [text]: text })
      expect(json).not.toMatch(dangerous)
      expect(JSON.parse(json)).toEqual({ [text]: text })
    }),
  )
})

it('lines stay lines', () => {
  expect(linesOf('a\r\n\tb\n\rc')).toEqual(['a', '    b', '\\x0dc'])
})
