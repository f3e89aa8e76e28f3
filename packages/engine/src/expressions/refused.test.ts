import { describe, expect, test } from 'vitest'
import { Bindings } from './bindings.ts'
import { requireOperands } from './condition.ts'
import { parseConditionText } from './parsing/parse.ts'
import { projectionOf } from './projection.ts'
import {
  bindings,
  empty,
  end,
  overlapping,
  refusal,
  syntaxError,
  unknownFunction,
  values,
} from './test-refusals.ts'

const wrongOperand = (operator: string, type: string) =>
  `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`
const samePath = (operator: string, path: string) =>
  `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: [${path}]`

const reserved = (word: string) => `Attribute name is a reserved keyword; reserved keyword: ${word}`
const tooLong = 'Expression size has exceeded the maximum allowed size; expression size: 4097'

describe('a condition', () => {
  const kind = 'ConditionExpression'
  function check(text: string): void {
    const bound = bindings()
    requireOperands(bound.use(kind, parseConditionText(text, kind)), bound, kind)
  }

  test.each<[string, string]>([
    ['', empty],
    [' \n', empty],
    ['n', syntaxError(end)],
    ['n = ', syntaxError(end)],
    ['n == :n', syntaxError('=')],
    ['n => :n', syntaxError('>')],
    ['n + :n', syntaxError('+')],
    ['n = :n OR', syntaxError(end)],
    ['n = :n )', syntaxError(')')],
    ['(n = :n', syntaxError(end)],
    ['(n = :n]', syntaxError(']')],
    ['n =   "x"', syntaxError('"')],
    ['n = 5', syntaxError('5')],
    ['n = :', syntaxError(':')],
    ['n. = :n', syntaxError('=')],
    ['l[x] = :n', syntaxError('x')],
    ['l[0 = :n', syntaxError('=')],
    ['n BETWEEN :n OR :six', syntaxError('OR')],
    ['attribute_exists(:n)', syntaxError(':n')],
    ['attribute_exists(n', syntaxError(end)],
    ['begins_with(s :s)', syntaxError(':s')],
    ['Attribute_Exists(n)', unknownFunction('Attribute_Exists')],
    ['foo(n)', unknownFunction('foo')],
    ['n = foo(n)', unknownFunction('foo')],
    ['n <> :n', syntaxError('<>')],
    ['n IN (:n)', syntaxError('IN')],
    ['NOT n = :n', reserved('NOT')],
    ['size(n) = :n', unknownFunction('size')],
    ['contains(s, :s)', unknownFunction('contains')],
    ['attribute_type(s, :s)', unknownFunction('attribute_type')],
    ['((n = :n))', 'The expression has redundant parentheses;'],
    [
      'n = :unknown',
      'An expression attribute value used in expression is not defined; attribute value: :unknown',
    ],
    [
      '#unknown = :n',
      'An expression attribute name used in the document path is not defined; attribute name: #unknown',
    ],
    ['n = n', samePath('=', 'n')],
    ['m.a < m.a', samePath('<', 'm, a')],
    ['n = :n AND n = n', samePath('=', 'n')],
    ['n = n OR n = :n', samePath('=', 'n')],
    ['n < :t', wrongOperand('<', 'BOOL')],
    [':l >= n', wrongOperand('>=', 'L')],
    [':t BETWEEN n AND s', wrongOperand('BETWEEN', 'BOOL')],
    ['n BETWEEN s AND :map', wrongOperand('BETWEEN', 'M')],
    ['begins_with(n, :n)', wrongOperand('begins_with', 'N')],
    ['begins_with(:l, s)', wrongOperand('begins_with', 'L')],
    [
      'n BETWEEN :six AND :n',
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound',
    ],
    [
      'n BETWEEN :n AND :s',
      'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N}, upper bound operand: AttributeValue: {S}',
    ],
    ['n = :n'.padEnd(4097), tooLong],
  ])('%j is refused', (text, message) => {
    expect(() => check(text)).toThrow(refusal(`Invalid ConditionExpression: ${message}`))
  })

  test.each([
    'n = :n'.padEnd(4096),
    'n = m.n',
    'n = l[0]',
    ':n = :n',
    'n = :t AND :l = n',
    'n BETWEEN :n AND :n',
    'n BETWEEN n AND :six',
    'n BETWEEN :n AND n',
    'begins_with(s, :s) AND :l = n',
  ])('%j is accepted', (text) => {
    expect(() => check(text)).not.toThrow()
  })
})

describe('a projection', () => {
  test.each<[string, string]>([
    ['', empty],
    ['n,', syntaxError(end)],
    ['n s', syntaxError('s')],
    ['l[s]', syntaxError('s')],
    [':n', syntaxError(':n')],
    ['n = n', syntaxError('=')],
    ['n, n', overlapping('n', 'n')],
    ['m.a, s, m', overlapping('m, a', 'm')],
  ])('%j is refused', (text, message) => {
    expect(() => projectionOf(text, bindings())).toThrow(refusal(`Invalid ProjectionExpression: ${message}`))
  })
})

test('placeholders must be used, and need an expression', () => {
  const given = (names?: Record<string, string>) => new Bindings(names, undefined)
  const names = given({ '#a': 'a', '#b': 'b', '#c': 'c' })
  names.use('ProjectionExpression', { tree: [], names: ['#b'], values: [] })
  expect(() => names.requireAllUsed(true)).toThrow(
    refusal('Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}'),
  )
  expect(() => bindings().requireAllUsed(false)).toThrow(
    refusal('ExpressionAttributeNames can only be specified when using expressions'),
  )
  expect(() => new Bindings(undefined, values).requireAllUsed(false)).toThrow(
    refusal('ExpressionAttributeValues can only be specified when using expressions'),
  )
  const some = new Bindings(undefined, { ':a': 1, ':b': 2 })
  some.use('ConditionExpression', { tree: [], names: [], values: [':a'] })
  expect(() => some.requireAllUsed(true)).toThrow(
    refusal('Value provided in ExpressionAttributeValues unused in expressions: keys: {:b}'),
  )
  expect(() => given({}).requireAllUsed(true)).toThrow(refusal('ExpressionAttributeNames must not be empty'))
  expect(() => given().requireAllUsed(false)).not.toThrow()
  names.use('ProjectionExpression', { tree: [], names: ['#a', '#c'], values: [] })
  expect(() => names.requireAllUsed(true)).not.toThrow()
})
