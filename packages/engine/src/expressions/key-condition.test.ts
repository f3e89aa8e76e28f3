import { describe, expect, test } from 'vitest'
import type { KeySchema } from '../tables/definition.ts'
import { encodeKey } from '../values/compare.ts'
import type { Item, Value } from '../values/value.ts'
import { Bindings } from './bindings.ts'
import { keyRangeOf } from './key-condition.ts'
import { parseConditionText } from './parsing/parse.ts'

const kind = 'KeyConditionExpression'
const texts: KeySchema = { hash: { name: 'pk', type: 'S' }, range: { name: 'sk', type: 'S' } }
const numbers: KeySchema = { ...texts, range: { name: 'sk', type: 'N' } }
const bytes: KeySchema = { ...texts, range: { name: 'sk', type: 'B' } }

const values: Item = {
  ':p': 'p',
  ':a': 'a',
  ':b': 'b',
  ':n': 1,
  ':empty': '',
  ':bytes': Uint8Array.of(1, 2),
  ':high': Uint8Array.of(1, 255, 255),
  ':highest': Uint8Array.of(255, 255),
  ':noBytes': Uint8Array.of(),
}

function rangeOf(text: string, key = texts) {
  const bound = new Bindings({ '#p': 'pk' }, values)
  return keyRangeOf(bound.use(kind, parseConditionText(text, kind)), key, bound)
}

const from = (value: Value) => ({ bytes: encodeKey(value), isInclusive: true })
const beyond = (value: Value) => ({ bytes: encodeKey(value), isInclusive: false })

describe('a key condition', () => {
  test.each<[string, KeySchema, object | undefined, object | undefined]>([
    ['pk = :p', texts, undefined, undefined],
    [':p = #p', texts, undefined, undefined],
    ['pk = :p', { ...texts, range: undefined }, undefined, undefined],
    ['pk = :p AND sk = :a', texts, from('a'), from('a')],
    ['sk = :a AND pk = :p', texts, from('a'), from('a')],
    ['pk = :p AND sk < :a', texts, undefined, beyond('a')],
    ['pk = :p AND sk <= :a', texts, undefined, from('a')],
    ['pk = :p AND sk > :a', texts, beyond('a'), undefined],
    ['pk = :p AND sk >= :a', texts, from('a'), undefined],
    ['pk = :p AND :a = sk', texts, from('a'), from('a')],
    ['pk = :p AND :a < sk', texts, beyond('a'), undefined],
    ['pk = :p AND :a <= sk', texts, from('a'), undefined],
    ['pk = :p AND :a > sk', texts, undefined, beyond('a')],
    ['pk = :p AND :a >= sk', texts, undefined, from('a')],
    ['pk = :p AND sk BETWEEN :a AND :b', texts, from('a'), from('b')],
    ['pk = :p AND begins_with(sk, :a)', texts, from('a'), beyond('b')],
    ['pk = :p AND sk > :n', numbers, beyond(1), undefined],
    ['pk = :p AND begins_with(sk, :bytes)', bytes, from(Uint8Array.of(1, 2)), beyond(Uint8Array.of(1, 3))],
    ['pk = :p AND begins_with(sk, :high)', bytes, from(Uint8Array.of(1, 255, 255)), beyond(Uint8Array.of(2))],
    ['pk = :p AND begins_with(sk, :highest)', bytes, from(Uint8Array.of(255, 255)), undefined],
  ])('%s', (text, key, lower, upper) => {
    const range = rangeOf(text, key)
    expect(Buffer.from(range.hash).toString()).toBe('p')
    for (const [bound, expected] of [
      [range.lower, lower],
      [range.upper, upper],
    ]) {
      expect(bound && { ...bound, bytes: [...(bound as { bytes: Uint8Array }).bytes] }).toEqual(
        expected && { ...expected, bytes: [...(expected as { bytes: Uint8Array }).bytes] },
      )
    }
  })

  const missed = (name: string) => `Query condition missed key schema element: ${name}`
  const expression = (message: string) => `Invalid KeyConditionExpression: ${message}`
  const repeated = expression('KeyConditionExpressions must only contain one condition per key')
  const nested = expression('KeyConditionExpressions cannot have conditions on nested attributes')
  const operator = (name: string) => expression(`Invalid operator used in KeyConditionExpression: ${name}`)
  const noValue = expression('KeyConditionExpressions must compare a key with a value')
  const wrongType =
    'One or more parameter values were invalid: Condition parameter type does not match schema type'
  const empty = (type: string, name: string) =>
    `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type} value. Key: ${name}`

  test.each<[string, string, KeySchema?]>([
    ['sk = :a', missed('pk')],
    ['another = :a', missed('pk')],
    ['pk = :p AND another = :a', missed('sk')],
    ['pk = :p AND another = :a', missed('pk'), { ...texts, range: undefined }],
    ['pk < :p', 'Query key condition not supported'],
    ['pk = :p AND pk = :p', repeated],
    ['pk = :p AND sk > :a AND sk < :b', repeated],
    ['pk = :p OR sk = :a', operator('OR')],
    ['pk.a = :p', nested],
    [':p = :p', nested],
    ['pk = sk', noValue],
    ['pk = :p AND sk BETWEEN :a AND pk', noValue],
    ['pk = :p AND begins_with(sk, pk)', noValue],
    ['pk = :n', wrongType],
    ['pk = :p AND sk = :n', wrongType],
    ['pk = :p AND sk BETWEEN :a AND :n', wrongType],
    ['pk = :empty', empty('string', 'pk')],
    ['pk = :p AND sk = :empty', empty('string', 'sk')],
    ['pk = :p AND sk = :noBytes', empty('binary', 'sk'), bytes],
  ])('%s is refused', (text, message, key = texts) => {
    expect(() => rangeOf(text, key)).toThrow(
      expect.objectContaining({ name: 'ValidationException', message }),
    )
  })
})
