import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromAttributeValue } from './attribute-value.ts'
import { compareValues, encodeKey, isEqual } from './compare.ts'

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
  expect(isEqual(value({ L: [{ N: '1' }] }), value({ L: [{ N: '1.0' }] }))).toBe(true)
  expect(isEqual(value({ M: { a: { S: 'x' } } }), value({ M: { a: { S: 'y' } } }))).toBe(false)
  expect(isEqual(value({ M: {} }), value({ M: { toString: { S: 'y' } } }))).toBe(false)
  expect(isEqual(value({ S: '1' }), value({ N: '1' }))).toBe(false)
  expect(compareValues(value({ S: '1' }), value({ N: '1' }))).toBeUndefined()
})

test('values of one type without an order have none', () => {
  const value = (attribute: object) => fromAttributeValue(attribute)
  for (const one of [{ BOOL: true }, { L: [] }, { M: {} }]) {
    expect(compareValues(value(one), value(one))).toBeUndefined()
  }
  expect(compareValues(value({ B: Buffer.from('a') }), value({ B: Buffer.from('b') }))).toBeLessThan(0)
  expect(compareValues(value({ N: '2' }), value({ N: '10' }))).toBeLessThan(0)
  expect(compareValues('a', 'ab')).toBeLessThan(0)
  expect(compareValues('ab', 'a')).toBeGreaterThan(0)
  expect(compareValues('a', 'a')).toBe(0)
})

describe('two values are equal', () => {
  test.each<[object, object, boolean]>([
    [{ N: '9007199254740993' }, { N: '9007199254740993.0' }, true],
    [{ N: '9007199254740993' }, { N: '9007199254740994' }, false],
    [{ B: Buffer.from('a') }, { B: Buffer.from('a') }, true],
    [{ B: Buffer.from('a') }, { B: Buffer.from('b') }, false],
    [{ L: [{ S: 'a' }] }, { L: [{ S: 'a' }, { S: 'a' }] }, false],
    [{ L: [{ S: 'a' }, { S: 'b' }] }, { L: [{ S: 'b' }, { S: 'a' }] }, false],
    [{ M: { a: { S: 'x' } } }, { M: { a: { S: 'x' } } }, true],
    [{ M: { a: { S: 'x' } } }, { M: { a: { S: 'x' }, b: { S: 'x' } } }, false],
    [{ NULL: true }, { NULL: true }, true],
    [{ NULL: true }, { M: {} }, false],
    [{ M: {} }, { NULL: true }, false],
    [{ L: [] }, { M: {} }, false],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(isEqual(fromAttributeValue(left), fromAttributeValue(right))).toBe(expected)
  })
})

test('keys of every type are ordered bytes', () => {
  expect(encodeKey('é')).toEqual(Buffer.from('é'))
  const bytes = Uint8Array.of(1, 2)
  expect(encodeKey(bytes)).toBe(bytes)
  expect(Buffer.compare(encodeKey(9), encodeKey(10))).toBeLessThan(0)
})

test.each([
  ['a', '\ud7ff'],
  ['\ud7ff', '\ue000'],
  ['\ud7ff', '\u{10000}'],
  ['\ue000', '\u{10000}'],
  ['\uffff', '\u{10000}'],
  ['\u{10000}', '\u{10ffff}'],
])('%j is before %j, as their code points are', (left, right) => {
  expect(compareValues(left, right)).toBeLessThan(0)
  expect(compareValues(right, left)).toBeGreaterThan(0)
})
