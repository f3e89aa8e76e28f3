/** Conditions, filters and key conditions: "Condition and filter expressions, operators, and functions in DynamoDB". */
import { expressionError, type TokenReader } from './lexer.ts'
import { parsePath, parsePathOrValue } from './parse-path.ts'
import type { Comparator, Condition, Operand } from './syntax.ts'

const comparators: readonly string[] = ['=', '<', '<=', '>', '>=']

export function parseCondition(reader: TokenReader): Condition {
  let left = parseConjunction(reader)
  while (reader.takeKeyword('OR')) left = { kind: 'or', left, right: parseConjunction(reader) }
  return left
}

function parseConjunction(reader: TokenReader): Condition {
  let left = parsePrimary(reader)
  while (reader.takeKeyword('AND')) left = { kind: 'and', left, right: parsePrimary(reader) }
  return left
}

function parsePrimary(reader: TokenReader): Condition {
  if (reader.takeSymbol('(')) {
    const isDoubled = reader.isSymbol('(')
    const condition = parseCondition(reader)
    reader.expectSymbol(')')
    if (isDoubled && wasWrapped.has(condition)) {
      throw expressionError(reader.kind, 'The expression has redundant parentheses;')
    }
    wasWrapped.add(condition)
    return condition
  }
  const { kind, text } = reader.peek()
  const parseFunction = functions[text]
  if (kind === 'word' && parseFunction && reader.peek(1).text === '(') {
    reader.take()
    reader.expectSymbol('(')
    const condition = parseFunction(reader)
    reader.expectSymbol(')')
    return condition
  }
  return parseComparison(reader)
}

/** Conditions in parentheses; a second pair around the same condition is an error. */
const wasWrapped = new WeakSet<Condition>()

const functions: Record<string, (reader: TokenReader) => Condition> = {
  attribute_exists: (reader) => ({ kind: 'exists', path: parsePath(reader) }),
  attribute_not_exists: (reader) => ({ kind: 'not_exists', path: parsePath(reader) }),
  begins_with: (reader) => {
    const operand = parseOperand(reader)
    reader.expectSymbol(',')
    return { kind: 'begins_with', operand, part: parseOperand(reader) }
  },
}

function parseComparison(reader: TokenReader): Condition {
  const operand = parseOperand(reader)
  if (reader.takeKeyword('BETWEEN')) {
    const lower = parseOperand(reader)
    if (!reader.takeKeyword('AND')) throw reader.syntaxError()
    return { kind: 'between', operand, lower, upper: parseOperand(reader) }
  }
  const { kind, text } = reader.peek()
  if (kind !== 'symbol' || !comparators.includes(text)) throw reader.syntaxError()
  reader.take()
  return { kind: 'compare', comparator: text as Comparator, left: operand, right: parseOperand(reader) }
}

function parseOperand(reader: TokenReader): Operand {
  const { kind, text } = reader.peek()
  if (kind !== 'word' || reader.peek(1).text !== '(') return parsePathOrValue(reader)
  throw expressionError(reader.kind, `Invalid function name; function: ${text}`)
}
