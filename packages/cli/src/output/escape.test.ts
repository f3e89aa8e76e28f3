import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmless, jsonText, linesOf, oneLine } from './escape.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const dangerous = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/

describe('text on one line', () => {
  it.each([
    ['a\r\nb\tc  d ', 'a b c d'],
    [' \na b', 'a b'],
    ['\u001b[31mred\u009b0m', '\\x1b[31mred\\x9b0m'],
    ['\u0000\u007f\u0085', '\\x00\\x7f\\x85'],
    ['\u202egnp.\u2066x\u2069', '\\u202egnp.\\u2066x\\u2069'],
    ['a\u2028b\ufeff', 'a\\u2028b\\ufeff'],
    ['\u{e0041}', '\\u{e0041}'],
    // Characters that scripts and emoji need stay.
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

it.each([
  ['a\nb', 'a\nb'],
  ['\u001b[1mbold\u001b[0m \u001b[33myellow', '\u001b[1mbold\u001b[0m \u001b[33myellow'],
  ['\u001b[2J\u001b[8mhidden', '\\x1b[2J\\x1b[8mhidden'],
  ['\u202e\u009b\t\u{e0041}', '\\u202e\\x9b\\x09\\u{e0041}'],
])('lines of the command keep only colors: %j', (text, expected) => {
  expect(harmless(text)).toBe(expected)
})

it('JSON keeps its lines, and its characters can be read back', () => {
  expect(jsonText({ a: ['\u009b', '\u{e0041}', '\n', 'ü'] }, 2)).toBe(
    '{\n  "a": [\n    "\\u009b",\n    "\\udb40\\udc41",\n    "\\n",\n    "ü"\n  ]\n}',
  )
})
