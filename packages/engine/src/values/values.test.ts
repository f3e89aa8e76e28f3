import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBody, encodeBody } from '../storage/body.ts'
import { fromAttributeValue, itemFromAttributes, toAttributes, toAttributeValue } from './attribute-value.ts'
import { itemFromNative, itemToNative } from './native-value.ts'
import { itemSize } from './size.ts'
import { attributeOf, Decimal, freezeDeep, isList, isMap, isPlain, typeOf } from './value.ts'

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
    expect(itemFromNative(Object.create({ inherited: 1 }), options)).toEqual({})
    const bare = Object.assign(Object.create(null), { a: 1 })
    expect(itemFromNative({ bare }, options)).toEqual({ bare: { a: 1 } })
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
  ['a false null', { NULL: false }],
  ['a number that is none', { N: 'abc' }],
  ['33 levels', Array.from({ length: 34 }).reduce((inner) => ({ L: [inner] }), { S: 'a' })],
])('refuses a value with %s', (_, value) => {
  expect(() => fromAttributeValue(value)).toThrow(expect.objectContaining({ name: 'ValidationException' }))
})

test.each<[string, unknown, string]>([
  ['no value', undefined, 'Supplied AttributeValue is empty'],
  ['an undefined type', { S: undefined }, 'Supplied AttributeValue is empty'],
  ['an unknown type', { X: 'a' }, 'Supplied AttributeValue is empty'],
  ['two types', { S: 'a', N: '1' }, 'more than one datatypes set'],
  ['a number for a text', { S: 1 }, 'An AttributeValue must hold a string'],
  ['a number for a number', { N: 1 }, 'An AttributeValue must hold a string'],
  ['a text for a boolean', { BOOL: 'true' }, 'An AttributeValue must hold a boolean'],
  ['a false null', { NULL: false }, 'must have the value of true'],
  ['a text for bytes', { B: 'a' }, 'A binary AttributeValue must hold a Uint8Array'],
  ['a text for a list', { L: 'a' }, 'An AttributeValue must hold a list'],
  ['a list for a map', { M: [] }, 'Supplied AttributeValue is empty'],
  ['a set of texts', { SS: ['a'] }, 'does not support values of type SS'],
  ['a set of numbers', { NS: ['1'] }, 'does not support values of type NS'],
  ['a set of bytes', { BS: [Buffer.from('a')] }, 'does not support values of type BS'],
  ['null for a map', { M: null }, 'Supplied AttributeValue is empty'],
  ['a text for a map', { M: 'a' }, 'Supplied AttributeValue is empty'],
])('says what is wrong with %s', (_, value, message) => {
  expect(() => fromAttributeValue(value)).toThrow(message)
})

test('32 levels are taken, and no more', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }).reduce((inner) => ({ L: [inner] }), { S: 'a' })
  expect(() => fromAttributeValue(nested(32))).not.toThrow()
  expect(() => fromAttributeValue(nested(33))).toThrow('Nesting Levels have exceeded supported limits')
  const native = (levels: number) =>
    Array.from({ length: levels }).reduce((inner, _, index) => (index % 2 ? [inner] : { a: inner }), 'a')
  expect(() => itemFromNative({ a: native(32) }, {})).not.toThrow()
  expect(() => itemFromNative({ a: native(33) }, {})).toThrow('Nesting Levels have exceeded supported limits')
})

test('a map may have an attribute by the name of a prototype', () => {
  const item = itemFromAttributes(JSON.parse('{"__proto__":{"S":"a"},"toString":{"S":"b"}}'))
  expect(Object.keys(item)).toEqual(['__proto__', 'toString'])
  expect(JSON.stringify(toAttributes(item))).toBe('{"__proto__":{"S":"a"},"toString":{"S":"b"}}')
  expect(attributeOf({}, 'toString')).toBeUndefined()
  expect(attributeOf(item, 'toString')).toBe('b')
})

test('values have the type that DynamoDB calls them by', () => {
  const types = {
    S: 'a',
    N: '1',
    B: Uint8Array.of(97),
    BOOL: false,
    NULL: true,
    L: [],
    M: {},
  }
  for (const [type, value] of Object.entries(types)) {
    const parsed = fromAttributeValue({ [type]: value })
    expect(typeOf(parsed)).toBe(type)
    expect(toAttributeValue(parsed)).toEqual({ [type]: value })
    expect(isMap(parsed)).toBe(type === 'M')
    expect(isList(parsed)).toBe(type === 'L')
  }
  expect(isMap(undefined)).toBe(false)
  expect(typeOf(new Decimal('9007199254740993'))).toBe('N')
})

test('what JSON holds exactly is plain', () => {
  const plain = fromAttributeValue({ M: { a: { L: [{ N: '1' }, { NULL: true }, { BOOL: true }] } } })
  expect(isPlain(plain)).toBe(true)
  for (const inner of [{ N: '9007199254740993' }, { B: Buffer.from('a') }]) {
    expect(isPlain(fromAttributeValue({ M: { a: { S: 'x' }, b: inner } }))).toBe(false)
    expect(isPlain(fromAttributeValue({ L: [{ S: 'x' }, inner] }))).toBe(false)
  }
})

test('a record is frozen in depth', () => {
  const item = freezeDeep(itemFromAttributes({ l: { L: [{ M: {} }] }, b: { B: Buffer.from('a') } }))
  const { l } = item as unknown as { l: [object] }
  expect([item, l, l[0]].every(Object.isFrozen)).toBe(true)
})

test('sizes follow the Developer Guide', () => {
  expect(itemSize({ s: 'abc', b: Uint8Array.of(1, 2, 3) })).toBe(1 + 3 + 1 + 3)
  expect(itemSize({ n: fromAttributeValue({ N: '9007199254740993' }), t: true })).toBe(1 + 9 + 1 + 1)

  expect(itemSize({ pk: 'é', b: true, z: null })).toBe(4 + 2 + 2)
  expect(itemSize({ l: ['ab', 1] })).toBe(1 + 3 + (1 + 2) + (1 + 2))
  expect(itemSize({ m: { x: 'ab' } })).toBe(1 + 3 + (1 + 1 + 2))
})
