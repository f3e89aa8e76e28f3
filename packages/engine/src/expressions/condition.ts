import { compareValues, isEqual } from '../values/compare.ts'
import { type Item, typeOf, type Value } from '../values/value.ts'
import { type Bindings, valueAt } from './bindings.ts'
import { type ExpressionKind, expressionError } from './parsing/lexer.ts'
import type { Comparator, Condition, Operand } from './parsing/syntax.ts'

/** Whether an item, empty if there is none, meets a condition whose operands `requireOperands` has accepted. */
export function isMet(condition: Condition, item: Item, bindings: Bindings): boolean {
  switch (condition.kind) {
    case 'and':
      return isMet(condition.left, item, bindings) && isMet(condition.right, item, bindings)
    case 'or':
      return isMet(condition.left, item, bindings) || isMet(condition.right, item, bindings)
    case 'exists':
      return valueAt(item, bindings.resolve(condition.path)) !== undefined
    case 'not_exists':
      return valueAt(item, bindings.resolve(condition.path)) === undefined
    case 'begins_with':
      return beginsWith(evaluate(condition.operand, item, bindings), evaluate(condition.part, item, bindings))
    case 'between': {
      const value = evaluate(condition.operand, item, bindings)
      return (
        holds('>=', value, evaluate(condition.lower, item, bindings)) &&
        holds('<=', value, evaluate(condition.upper, item, bindings))
      )
    }
    case 'compare':
      return holds(
        condition.comparator,
        evaluate(condition.left, item, bindings),
        evaluate(condition.right, item, bindings),
      )
  }
}

/** An attribute that is missing is equal to nothing, and neither above nor below it. */
function holds(comparator: Comparator, left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return false
  if (comparator === '=') return isEqual(left, right)
  const order = compareValues(left, right)
  if (order === undefined) return false
  if (comparator === '<') return order < 0
  if (comparator === '<=') return order <= 0
  return comparator === '>' ? order > 0 : order >= 0
}

function evaluate(operand: Operand, item: Item, bindings: Bindings): Value | undefined {
  return operand.kind === 'value'
    ? bindings.valueOf(operand.placeholder)
    : valueAt(item, bindings.resolve(operand.path))
}

function beginsWith(value: Value | undefined, part: Value | undefined): boolean {
  if (typeof value === 'string') return typeof part === 'string' && value.startsWith(part)
  if (!(value instanceof Uint8Array && part instanceof Uint8Array)) return false
  return Buffer.compare(value.subarray(0, part.length), part) === 0
}

const orderedTypes = ['S', 'N', 'B']

/** @throws ValidationException if a value of the request cannot be an operand where it stands. */
export function requireOperands(condition: Condition, bindings: Bindings, kind: ExpressionKind): void {
  const requireType = (operator: string, operand: Operand, types: readonly string[]) => {
    if (operand.kind !== 'value') return
    const type = typeOf(bindings.valueOf(operand.placeholder))
    if (types.includes(type)) return
    throw expressionError(
      kind,
      `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
    )
  }
  switch (condition.kind) {
    case 'and':
    case 'or':
      requireOperands(condition.left, bindings, kind)
      requireOperands(condition.right, bindings, kind)
      return
    case 'compare': {
      const { comparator, left, right } = condition
      if (isSamePath(left, right, bindings)) {
        throw expressionError(
          kind,
          `The first operand must be distinct from the remaining operands for this operator or function; operator: ${comparator}, first operand: ${pathOperandText(left, bindings)}`,
        )
      }
      if (comparator === '=') return
      requireType(comparator, left, orderedTypes)
      requireType(comparator, right, orderedTypes)
      return
    }
    case 'between':
      for (const operand of [condition.operand, condition.lower, condition.upper]) {
        requireType('BETWEEN', operand, orderedTypes)
      }
      requireBounds(condition.lower, condition.upper, bindings, kind)
      return
    case 'begins_with':
      requireType('begins_with', condition.operand, ['S', 'B'])
      requireType('begins_with', condition.part, ['S', 'B'])
      return
  }
}

function isSamePath(left: Operand, right: Operand, bindings: Bindings): boolean {
  return (
    left.kind === 'path' &&
    right.kind === 'path' &&
    JSON.stringify(bindings.resolve(left.path)) === JSON.stringify(bindings.resolve(right.path))
  )
}

function pathOperandText(operand: Operand, bindings: Bindings): string {
  return operand.kind === 'path' ? `[${bindings.resolve(operand.path).join(', ')}]` : ''
}

function requireBounds(lower: Operand, upper: Operand, bindings: Bindings, kind: ExpressionKind): void {
  if (lower.kind !== 'value' || upper.kind !== 'value') return
  const [low, high] = [bindings.valueOf(lower.placeholder), bindings.valueOf(upper.placeholder)]
  if (typeOf(low) !== typeOf(high)) {
    throw expressionError(
      kind,
      `The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {${typeOf(low)}}, upper bound operand: AttributeValue: {${typeOf(high)}}`,
    )
  }
  if ((compareValues(low, high) ?? 0) > 0) {
    throw expressionError(
      kind,
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound',
    )
  }
}
