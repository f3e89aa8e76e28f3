import { describe, expect, test } from 'vitest'
import { itemFromAttributes } from '../values/attribute-value.ts'
import { itemFromNative } from '../values/native-value.ts'
import type { Item } from '../values/value.ts'
import { Bindings } from './bindings.ts'
import { isMet, requireOperands } from './condition.ts'
import { parseConditionText, parseUpdateText } from './parsing/parse.ts'
import { projectionOf } from './projection.ts'
import { applyUpdate, requireUpdate } from './update.ts'

const item = itemFromNative(
  {
    n: 5,
    s: 'abc',
    l: [1, 'x', { y: 2 }],
    m: { a: 1, 'd.t': 3 },
    t: true,
    z: null,
    b: Uint8Array.of(1, 2),
  },
  {},
)
const values = itemFromAttributes({
  ':one': { N: '1' },
  ':four': { N: '4' },
  ':n': { N: '5' },
  ':six': { N: '6' },
  ':m': { N: '7' },
  ':s': { S: 'abc' },
  ':b': { B: Uint8Array.of(1) },
  ':bb': { B: Uint8Array.of(2, 2) },
  ':a': { S: 'a' },
  ':s2': { S: 'bb' },
  ':t': { BOOL: true },
})
const bindings = () => new Bindings({ '#n': 'n', '#dt': 'd.t', '#nope': 'nope' }, values)

function holds(text: string, on: Item = item): boolean {
  const bound = bindings()
  const condition = bound.use('ConditionExpression', parseConditionText(text, 'ConditionExpression'))
  requireOperands(condition, bound, 'ConditionExpression')
  return isMet(condition, on, bound)
}

describe('reserved words', () => {
  test.each(['status = :n', 'Status = :n', 'm.name = :n', 'attribute_exists(l[2].YEAR)', 'NOT n = :n'])(
    '%s is refused',
    (text) => {
      expect(() => holds(text)).toThrow(
        /^Invalid ConditionExpression: Attribute name is a reserved keyword; /,
      )
    },
  )

  test('are refused in updates and projections too', () => {
    expect(() => parseUpdateText('SET ttl = :n', 'UpdateExpression')).toThrow('reserved keyword: ttl')
    expect(() => projectionOf('n, users', bindings())).toThrow('reserved keyword: users')
  })

  test('may be part of a name, and follow a placeholder', () => {
    const bound = new Bindings({ '#status': 'status' }, values)
    const text = '#status = :n OR statuses = :n'
    const condition = bound.use('ConditionExpression', parseConditionText(text, 'ConditionExpression'))
    expect(isMet(condition, { status: 5 }, bound)).toBe(true)
  })
})

describe('a condition', () => {
  test.each([
    '#n = :n',
    'n < :m AND n <= :n AND :m > n AND n >= :n',
    'n BETWEEN :n AND :m',
    'n BETWEEN :one AND :n',
    'n BETWEEN :n AND :n',
    'm.a BETWEEN :one AND :n',
    'attribute_exists(l[2].y) and attribute_not_exists(l[3])',
    'attribute_exists(m.#dt)',
    'begins_with(s, :a)',
    'n = :m OR s = :s AND t = :t',
    '(n = :m OR s = :s) AND t = :t',
    'attribute_exists(z)',
    ' n = :n ',
    '((n = :n) AND n = :n)',
    '(n = :n) AND (n = :n)',
  ])('%s is met', (text) => {
    expect(holds(text)).toBe(true)
  })

  test.each([
    '#n = :m',
    'nope = :n',
    'nope < :n',
    's < :n',
    's = :n',
    'begins_with(n, :a)',
    'attribute_exists(toString)',
    'attribute_exists(m.toString)',
    'n = :n AND s = :a OR t = :n',
    'm.a BETWEEN :n AND :m',
    'n BETWEEN :six AND :m',
    'n BETWEEN :one AND :four',
    'nope BETWEEN :one AND :m',
    's BETWEEN :one AND :m',
    'n < :n',
    'n <= :four',
    'n > :n',
    'n >= :m',
    'nope > :n',
    'nope = nix',
    'attribute_not_exists(n)',
    'attribute_exists(n.x)',
    'attribute_exists(s[0])',
    'attribute_exists(l.x)',
    'attribute_exists(m[0])',
    'attribute_exists(l[2].y.z)',
    'begins_with(s, :s2)',
    'begins_with(b, :a)',
    'begins_with(b, :bb)',
  ])('%s is not met', (text) => {
    expect(holds(text)).toBe(false)
  })
})

function update(text: string, on: Item = item): Item {
  const bound = bindings()
  const actions = bound.use('UpdateExpression', parseUpdateText(text, 'UpdateExpression'))
  requireUpdate(actions, bound)
  return applyUpdate(actions, on, bound)
}

describe('an update', () => {
  test.each<[string, object]>([
    ['SET n = :m', { n: 7 }],
    ['SET n = :m, s = :a', { n: 7, s: 'a' }],
    ['SET nope = if_not_exists(nope, :m)', { nope: 7 }],
    ['SET nope = if_not_exists(s, :m)', { nope: 'abc' }],
    ['SET z = if_not_exists(z, :m)', { z: null }],
    ['SET l[1] = :m, l[9] = :n', { l: [1, 7, { y: 2 }, 5] }],
    ['SET l[2].y = :m', { l: [1, 'x', { y: 7 }] }],
    ['SET m.b = :m, m.#dt = :n', { m: { a: 1, 'd.t': 5, b: 7 } }],
    ['REMOVE n, nope', { n: undefined }],
    ['REMOVE l[0], l[1]', { l: [{ y: 2 }] }],
    ['REMOVE l[1], l[0], l[7]', { l: [{ y: 2 }] }],
    ['REMOVE l[0], m.a, l[1]', { m: { 'd.t': 3 }, l: [{ y: 2 }] }],
    ['REMOVE l[0], l[2].y', { l: ['x', {}] }],
    ['REMOVE m.a, m.nope', { m: { 'd.t': 3 } }],
    ['ADD n :m, nope :n', { n: 12, nope: 5 }],
    ['SET n = :m REMOVE s ADD nope :n', { n: 7, s: undefined, nope: 5 }],
  ])('%s', (text, changes) => {
    const wanted = Object.entries({ ...item, ...changes }).filter(([, value]) => value !== undefined)
    expect(update(text)).toEqual(Object.fromEntries(wanted))
  })

  test('leaves the old item as it is', () => {
    const before = structuredClone(JSON.parse(JSON.stringify(item)))
    update('SET m.b = :m, l[1] = :m REMOVE n, l[0]')
    expect(JSON.parse(JSON.stringify(item))).toEqual(before)
  })
})

describe('a projection', () => {
  const project = (text: string) => projectionOf(text, bindings())?.(item)

  test.each<[string, object]>([
    ['#n, s, nope', { n: 5, s: 'abc' }],
    ['m.a, l[2], l[0]', { m: { a: 1 }, l: [1, { y: 2 }] }],
    ['l[2].y, m.#dt, m.nope', { l: [{ y: 2 }], m: { 'd.t': 3 } }],
    ['s.x, toString', {}],
  ])('%s', (text, wanted) => {
    expect(project(text)).toEqual(wanted)
  })

  test('is frozen, and made once for an item', () => {
    expect(Object.isFrozen(project('m.a'))).toBe(true)
    expect(project('s, n')).toBe(project('s, n'))
  })

  test('is not taken for another one of the same names', () => {
    // `m.n` and `n` are in the item, and so is `m`.
    expect(project('m, n')).toEqual({ m: item.m, n: item.n })
    expect(project('m.n')).not.toEqual(project('m, n'))
    expect(project('l[1]')).not.toEqual(project('l, n'))
  })
})

test('placeholders must be used, and need an expression', () => {
  const unused = bindings()
  expect(() => unused.requireAllUsed(true)).toThrow('unused in expressions')
  expect(() => unused.requireAllUsed(false)).toThrow('can only be specified when using expressions')
  expect(() => new Bindings({}, undefined).requireAllUsed(true)).toThrow('must not be empty')
})
