import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addNumbers,
  canonicalNumber,
  compareNumbers,
  encodeNumber,
  numberSize,
  parseNumber,
} from './number.ts'

const text = (value: string) => canonicalNumber(parseNumber(value))

test.each([
  ['007', '7'],
  ['-0', '0'],
  ['+1.50', '1.5'],
  ['1e3', '1000'],
  ['1E-7', '0.0000001'],
  ['9007199254740993', '9007199254740993'],
  ['0.1', '0.1'],
  ['12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
  ['1e125', `1${'0'.repeat(125)}`],
])('%s is kept as %s', (given, kept) => {
  expect(text(given)).toBe(kept)
})

test.each(['', 'abc', '1.2.3', '0x10', ' 1', '1e126', '-1e126', '1e-131', '1'.repeat(39), 'NaN', 'Infinity'])(
  'refuses %j',
  (given) => {
    expect(() => parseNumber(given)).toThrow(expect.objectContaining({ name: 'ValidationException' }))
  },
)

test('adds as decimals, up to 38 digits', () => {
  const sum = (left: string, right: string) =>
    canonicalNumber(addNumbers(parseNumber(left), parseNumber(right)))
  expect(sum('0.1', '0.2')).toBe('0.3')
  expect(sum('9007199254740991', '2')).toBe('9007199254740993')
  expect(sum('9007199254740993', '-2')).toBe('9007199254740991')
  expect(sum('1', '-1')).toBe('0')
  expect(() => sum('1e36', '0.1')).not.toThrow()
  expect(() => sum('1e37', '0.1')).toThrow('38 significant digits')
  expect(() => sum('9e125', '9e125')).toThrow('Number overflow')
})

const decimal = fc
  .record({
    coefficient: fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }),
    exponent: fc.integer({ min: -90, max: 80 }),
  })
  .map(({ coefficient, exponent }) => `${coefficient}e${exponent}`)

test('numbers compare, and their keys sort, as decimals do', () => {
  const scaled = (given: string) => {
    const [coefficient = '0', exponent = '0'] = given.split('e')
    return BigInt(coefficient) * 10n ** BigInt(Number(exponent) + 90)
  }
  fc.assert(
    fc.property(
      fc.oneof(
        decimal,
        fc.integer().map((n) => `${n}e0`),
      ),
      decimal,
      (left, right) => {
        const wanted = scaled(left) < scaled(right) ? -1 : scaled(left) > scaled(right) ? 1 : 0
        const [a, b] = [parseNumber(left), parseNumber(right)]
        expect(Math.sign(compareNumbers(a, b))).toBe(wanted)
        expect(Math.sign(Buffer.compare(encodeNumber(a), encodeNumber(b)))).toBe(wanted)
      },
    ),
  )
})

test.each([
  ['-1e125', '-1.23'],
  ['-1.23', '-1.2'],
  ['-1.2', '-1.19'],
  ['-1.2', '-1'],
  ['-12', '-11'],
  ['-100', '-99'],
  ['-1e-130', '0'],
  ['0', '1e-130'],
  ['0.1', '1'],
  ['1', '1.19'],
  ['1.19', '1.2'],
  ['1.2', '1.23'],
  ['99', '100'],
  ['9007199254740993', '9007199254740993.5'],
])('%s and its key sort before %s', (less, more) => {
  const [left, right] = [parseNumber(less), parseNumber(more)]
  for (const order of [
    compareNumbers,
    (a: typeof left, b: typeof left) => Buffer.compare(encodeNumber(a), encodeNumber(b)),
  ]) {
    expect(order(left, right)).toBeLessThan(0)
    expect(order(right, left)).toBeGreaterThan(0)
    expect(order(left, left)).toBe(0)
  }
})

test('the text of a number is the number', () => {
  fc.assert(
    fc.property(decimal, (given) => {
      const value = parseNumber(given)
      expect(parseNumber(canonicalNumber(value))).toEqual(value)
    }),
  )
})

test('takes a byte for two digits, one more, and one for a sign', () => {
  expect(['0', '5', '12', '123', '-12', '1e20'].map((given) => numberSize(parseNumber(given)))).toEqual([
    1, 2, 2, 3, 3, 2,
  ])
})
