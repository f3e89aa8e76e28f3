import { describe, expect, test } from 'vitest'
import { itemFromAttributes } from '../values/attribute-value.ts'
import { parseUpdateText } from './parsing/parse.ts'
import { bindings, empty, end, overlapping, refusal, syntaxError, unknownFunction } from './test-refusals.ts'
import { applyUpdate, requireNoKeyAttribute, requireUpdate } from './update.ts'

const item = itemFromAttributes({
  n: { N: '5' },
  s: { S: 'abc' },
  l: { L: [{ N: '1' }] },
  m: { M: { a: { N: '1' } } },
})

describe('an update', () => {
  const kind = 'UpdateExpression'
  function update(text: string): void {
    const bound = bindings()
    const actions = bound.use(kind, parseUpdateText(text, kind))
    requireUpdate(actions, bound)
    applyUpdate(actions, item, bound)
  }

  const wrongType = (operator: string, type: string) =>
    `Incorrect operand type for operator or function; operator: ${operator}, operand type: ${type}`

  test.each<[string, string]>([
    ['', empty],
    ['SET', syntaxError(end)],
    ['SET n', syntaxError(end)],
    ['SET n = :n,', syntaxError(end)],
    ['SET n :n', syntaxError(':n')],
    ['n = :n', syntaxError('n')],
    ['FOO n', syntaxError('FOO')],
    ['SET n = :n SET s = :s', 'The "SET" section can only be used once in an update expression;'],
    ['SET n = if_not_exists(n :n)', syntaxError(':n')],
    ['SET n = if_not_exists(:n, :n)', syntaxError(':n')],
    ['ADD n n', syntaxError('n')],
    ['SET n = s', syntaxError('s')],
    ['SET n = :n + :n', syntaxError('+')],
    ['SET n = foo(:n)', unknownFunction('foo')],
    ['SET l = list_append(l, :l)', unknownFunction('list_append')],
    ['DELETE s :s', syntaxError('DELETE')],
    ['SET n = :n, n = :six', overlapping('n', 'n')],
    ['SET m = :map, m.a = :n', overlapping('m', 'm, a')],
    ['REMOVE l[0].x, l[0]', overlapping('l, [0], x', 'l, [0]')],
    ['ADD n :s', wrongType('ADD', 'S')],
  ])('%j is refused', (text, message) => {
    expect(() => update(text)).toThrow(refusal(`Invalid UpdateExpression: ${message}`))
  })

  const wrong = 'An operand in the update expression has an incorrect data type'
  const nowhere = 'The document path provided in the update expression is invalid for update'

  test.each([
    ['ADD s :n', wrong],
    ['SET nope.a = :n', nowhere],
    ['SET s.a = :n', nowhere],
    ['SET m[0] = :n', nowhere],
    ['SET l.a = :n', nowhere],
    ['REMOVE nope.a', nowhere],
    ['REMOVE l.a', nowhere],
  ])('%s does not fit the item', (text, message) => {
    expect(() => update(text)).toThrow(refusal(message))
  })

  test('does not change the key', () => {
    const key = { hash: { name: 'pk', type: 'S' }, range: { name: 'n', type: 'N' } } as const
    const requireNoKey = (text: string) => {
      const bound = bindings()
      requireNoKeyAttribute(bound.use(kind, parseUpdateText(text, kind)), bound, key)
    }
    const partOfKey = (name: string) =>
      refusal(
        `One or more parameter values were invalid: Cannot update attribute ${name}. This attribute is part of the key`,
      )
    expect(() => requireNoKey('SET s = :s REMOVE pk')).toThrow(partOfKey('pk'))
    expect(() => requireNoKey('ADD #n :n')).toThrow(partOfKey('n'))
    expect(() => requireNoKey('SET s = :s, m.pk = :n')).not.toThrow()
  })
})
