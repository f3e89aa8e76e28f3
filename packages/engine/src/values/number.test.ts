import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addNumbers,
  canonicalNumber,
  compareNumbers,
  encodeNumber,
  fromDouble,
  numberSize,
  parseNumber,
} from './number.ts'
import { Decimal } from './value.ts'

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
  ['-1e-130', `-0.${'0'.repeat(129)}1`],
  ['100000000000000', '100000000000000'],
  ['1000000000000000', '1000000000000000'],
  ['-12', '-12'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['-0.00', '0'],
  ['0e9', '0'],
  ['1.5e1', '15'],
  // No double holds these, though one is near.
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['1.00000000000000000001', '1.00000000000000000001'],
  ['9007199254740991', '9007199254740991'],
  ['-9007199254740993', '-9007199254740993'],
  ['9007199254740992.5', '9007199254740992.5'],
])('%s is kept as %s', (given, kept) => {
  expect(text(given)).toBe(kept)
})

test.each(['', 'abc', '1.2.3', '0x10', ' 1', '1e126', '-1e126', '1e-131', '1'.repeat(39), 'NaN', 'Infinity'])(
  'refuses %j',
  (given) => {
    expect(() => parseNumber(given)).toThrow(expect.objectContaining({ name: 'ValidationException' }))
  },
)

test.each([
  [0, 0],
  [-0, 0],
  [5, 5],
  [-5, -5],
  [0.1, 0.1],
  [1e-7, 1e-7],
  [2 ** 53, new Decimal('9007199254740992')],
  [1e21, new Decimal(`1${'0'.repeat(21)}`)],
])('the double %d is the number %j', (double, value) => {
  expect(fromDouble(double)).toStrictEqual(value)
})

test('refuses a number that is out of range with its reason', () => {
  expect(() => parseNumber('x')).toThrow('The parameter cannot be converted to a numeric value: x')
  expect(() => parseNumber('1e126')).toThrow(
    'Number overflow. Attempting to store a number with magnitude larger',
  )
  expect(() => parseNumber('1e-131')).toThrow(
    'Number underflow. Attempting to store a number with magnitude smaller',
  )
})

test('adds as decimals, up to 38 digits', () => {
  const sum = (left: string, right: string) =>
    canonicalNumber(addNumbers(parseNumber(left), parseNumber(right)))
  expect(sum('0.1', '0.2')).toBe('0.3')
  expect(sum('9007199254740991', '2')).toBe('9007199254740993')
  expect(sum('9007199254740993', '-2')).toBe('9007199254740991')
  expect(sum('1', '-1')).toBe('0')
  expect(sum('9007199254740993', '-9007199254740993')).toBe('0')
  expect(sum('9007199254740993', '1')).toBe('9007199254740994')
  expect(sum('1', '0.5')).toBe('1.5')
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
  const sizes = ['0', '5', '12', '123', '-12', '1e20', '0.1', '1.2', '10', '1230', '0.01', '-0.5', '12345']
  expect(sizes.map((given) => numberSize(parseNumber(given)))).toEqual([
    1, 2, 2, 3, 3, 2, 2, 3, 2, 3, 2, 3, 4,
  ])
})
