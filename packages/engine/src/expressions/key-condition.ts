/** "Key condition expressions for the Query operation": equality on the partition key, one condition on the sort key. */
import { validationError } from '../errors.ts'
import type { KeyAttribute, KeySchema } from '../tables/definition.ts'
import { encodeKey } from '../values/compare.ts'
import { typeOf, type Value } from '../values/value.ts'
import type { Bindings } from './bindings.ts'
import { expressionError } from './parsing/lexer.ts'
import type { Comparator, Condition, Operand } from './parsing/syntax.ts'

export type Bound = { readonly bytes: Uint8Array; readonly isInclusive: boolean }

/** The part of one partition that a query reads. */
export type KeyRange = {
  readonly hash: Uint8Array
  readonly lower: Bound | undefined
  readonly upper: Bound | undefined
}

type SortCondition = { operator: Comparator | 'BETWEEN' | 'begins_with'; values: Value[] }

/** @throws ValidationException if the condition is not one on this key. */
export function keyRangeOf(condition: Condition, schema: KeySchema, bindings: Bindings): KeyRange {
  let hash: Value | undefined
  let sort: SortCondition | undefined
  for (const part of conjunctsOf(condition)) {
    const { name, operator, values } = simpleConditionOf(part, bindings)
    if (name === schema.hash.name) {
      if (operator !== '=') throw notAKeyCondition()
      if (hash !== undefined) throw repeated()
      hash = values[0]
    } else if (name === schema.range?.name) {
      if (sort !== undefined) throw repeated()
      sort = { operator, values }
    } else {
      throw missedKey(hash === undefined ? schema.hash : (schema.range ?? schema.hash))
    }
  }
  if (hash === undefined) throw missedKey(schema.hash)
  requireKeyValues(schema.hash, [hash])
  const range = { hash: encodeKey(hash), lower: undefined, upper: undefined }
  if (sort === undefined || schema.range === undefined) return range
  requireKeyValues(schema.range, sort.values)
  return { ...range, ...boundsOf(sort) }
}

const notAKeyCondition = () => validationError('Query key condition not supported')

const repeated = () =>
  expressionError('KeyConditionExpression', 'KeyConditionExpressions must only contain one condition per key')

const missedKey = ({ name }: KeyAttribute) =>
  validationError(`Query condition missed key schema element: ${name}`)

function conjunctsOf(condition: Condition): Condition[] {
  if (condition.kind !== 'and') return [condition]
  return [...conjunctsOf(condition.left), ...conjunctsOf(condition.right)]
}

function simpleConditionOf(condition: Condition, bindings: Bindings): SortCondition & { name: string } {
  if (condition.kind === 'compare') {
    const { comparator, left, right } = condition
    if (left.kind === 'value' && right.kind === 'path') {
      return {
        name: nameOf(right, bindings),
        operator: mirrored[comparator],
        values: [placeholderValue(left, bindings)],
      }
    }
    return { name: nameOf(left, bindings), operator: comparator, values: [placeholderValue(right, bindings)] }
  }
  if (condition.kind === 'between') {
    const values = [placeholderValue(condition.lower, bindings), placeholderValue(condition.upper, bindings)]
    return { name: nameOf(condition.operand, bindings), operator: 'BETWEEN', values }
  }
  if (condition.kind === 'begins_with') {
    const values = [placeholderValue(condition.part, bindings)]
    return { name: nameOf(condition.operand, bindings), operator: 'begins_with', values }
  }
  throw expressionError(
    'KeyConditionExpression',
    `Invalid operator used in KeyConditionExpression: ${condition.kind.toUpperCase()}`,
  )
}

const mirrored = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

function nameOf(operand: Operand, bindings: Bindings): string {
  const path = operand.kind === 'path' ? bindings.resolve(operand.path) : []
  if (path.length !== 1) {
    throw expressionError(
      'KeyConditionExpression',
      'KeyConditionExpressions cannot have conditions on nested attributes',
    )
  }
  return path[0] as string
}

function placeholderValue(operand: Operand, bindings: Bindings): Value {
  if (operand.kind !== 'value') {
    throw expressionError('KeyConditionExpression', 'KeyConditionExpressions must compare a key with a value')
  }
  return bindings.valueOf(operand.placeholder)
}

function requireKeyValues({ name, type }: KeyAttribute, values: readonly Value[]): void {
  for (const value of values) {
    if (typeOf(value) !== type) {
      throw validationError(
        'One or more parameter values were invalid: Condition parameter type does not match schema type',
      )
    }
    if (type !== 'N' && (value as string | Uint8Array).length === 0) {
      const kind = type === 'S' ? 'string' : 'binary'
      throw validationError(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: ${name}`,
      )
    }
  }
}

function boundsOf({ operator, values }: SortCondition): Pick<KeyRange, 'lower' | 'upper'> {
  const [first = '', second = first] = values
  const inclusive = (value: Value): Bound => ({ bytes: encodeKey(value), isInclusive: true })
  const exclusive = (value: Value): Bound => ({ bytes: encodeKey(value), isInclusive: false })
  switch (operator) {
    case '=':
      return { lower: inclusive(first), upper: inclusive(first) }
    case '<':
      return { lower: undefined, upper: exclusive(first) }
    case '<=':
      return { lower: undefined, upper: inclusive(first) }
    case '>':
      return { lower: exclusive(first), upper: undefined }
    case '>=':
      return { lower: inclusive(first), upper: undefined }
    case 'BETWEEN':
      return { lower: inclusive(first), upper: inclusive(second) }
    case 'begins_with':
      return { lower: inclusive(first), upper: behindPrefix(encodeKey(first)) }
  }
}

/** The least bytes above everything that begins with the prefix; undefined if there are none. */
function behindPrefix(prefix: Uint8Array): Bound | undefined {
  const bytes = Uint8Array.from(prefix)
  for (let index = bytes.length - 1; index >= 0; index--) {
    const byte = bytes[index] as number
    if (byte < 0xff) {
      bytes[index] = byte + 1
      return { bytes: bytes.slice(0, index + 1), isInclusive: false }
    }
  }
  return undefined
}
