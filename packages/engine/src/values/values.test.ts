import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBody, encodeBody } from '../storage/body.ts'
import { fromAttributeValue, itemFromAttributes, toAttributes } from './attribute-value.ts'
import { compareValues, encodeKey, isEqual } from './compare.ts'
import { itemFromNative, itemToNative } from './native-value.ts'
import { itemSize } from './size.ts'

const options = { removeUndefinedValues: true }
// The SDK itself stumbles over `__proto__` and `constructor`.
const name = fc.oneof(
  fc.string().filter((text) => !['__proto__', 'constructor'].includes(text)),
  fc.constantFrom('B', 'BS', 'N', 'toString'),
)

const { native } = fc.letrec((tie) => ({
  native: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc
      .double({ noNaN: true, min: -1e15, max: 1e15 })
      .filter((value) => value === 0 || Math.abs(value) > 1e-100),
    fc.integer(),
    fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.uniqueArray(fc.string(), { minLength: 1 }).map((members) => new Set(members)),
    fc.uniqueArray(fc.integer(), { minLength: 1 }).map((members) => new Set(members)),
    fc.array(tie('native')),
    fc.dictionary(name, tie('native')),
  ),
}))
const record = fc.dictionary(name, native)

describe('a value of the document client', () => {
  test('is stored as marshall would send it', () => {
    fc.assert(
      fc.property(record, (given) => {
        expect(toAttributes(itemFromNative(given, options))).toEqual(
          toAttributes(itemFromAttributes(marshall(given, options))),
        )
      }),
    )
  })

  test('is read as unmarshall would read it, also from disk', () => {
    fc.assert(
      fc.property(record, (given) => {
        const item = itemFromNative(given, options)
        const wanted = unmarshall(toAttributes(item))
        expect(itemToNative(item)).toEqual(wanted)
        expect(itemToNative(decodeBody(encodeBody(item)))).toEqual(wanted)
      }),
    )
  })

  test('is left out if it is undefined or a function, and refused if it has no type', () => {
    expect(itemFromNative({ a: undefined, b: () => 1, c: [undefined, 1] }, options)).toEqual({ c: [1] })
    expect(() => itemFromNative({ a: undefined }, {})).toThrow('removeUndefinedValues')
    expect(() => itemFromNative({ a: Number.NaN }, options)).toThrow('NaN')
    expect(() => itemFromNative({ a: 2 ** 60 }, options)).toThrow('MAX_SAFE_INTEGER')
    expect(() => itemFromNative({ a: new Date() }, options)).toThrow('convertClassInstanceToMap')
  })
})

test.each<[string, unknown]>([
  ['no type', {}],
  ['two types', { S: 'a', N: '1' }],
  ['an unknown type', { X: 'a' }],
  ['an empty set', { SS: [] }],
  ['a member twice', { NS: ['1', '1.0'] }],
  ['a false null', { NULL: false }],
  ['a number that is none', { N: 'abc' }],
  ['33 levels', Array.from({ length: 34 }).reduce((inner) => ({ L: [inner] }), { S: 'a' })],
])('refuses a value with %s', (_, value) => {
  expect(() => fromAttributeValue(value)).toThrow(expect.objectContaining({ name: 'ValidationException' }))
})

test('texts compare as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
      const wanted = Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)))
      expect(Math.sign(compareValues(left, right) ?? Number.NaN)).toBe(wanted)
      expect(Math.sign(Buffer.compare(encodeKey(left), encodeKey(right)))).toBe(wanted)
    }),
  )
})

test('equality looks into maps and lists, and not at the order of sets', () => {
  const value = (attribute: object) => fromAttributeValue(attribute)
  expect(isEqual(value({ SS: ['a', 'b'] }), value({ SS: ['b', 'a'] }))).toBe(true)
  expect(isEqual(value({ L: [{ N: '1' }] }), value({ L: [{ N: '1.0' }] }))).toBe(true)
  expect(isEqual(value({ M: { a: { S: 'x' } } }), value({ M: { a: { S: 'y' } } }))).toBe(false)
  expect(isEqual(value({ M: {} }), value({ M: { toString: { S: 'y' } } }))).toBe(false)
  expect(isEqual(value({ S: '1' }), value({ N: '1' }))).toBe(false)
  expect(compareValues(value({ S: '1' }), value({ N: '1' }))).toBeUndefined()
})

test('sizes follow the Developer Guide', () => {
  expect(itemSize({ pk: 'é', b: true, z: null })).toBe(4 + 2 + 2)
  expect(itemSize({ l: ['ab', 1] })).toBe(1 + 3 + (1 + 2) + (1 + 2))
  expect(itemSize({ m: { x: 'ab' } })).toBe(1 + 3 + (1 + 1 + 2))
})
