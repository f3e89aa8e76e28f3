/** "Using update expressions in DynamoDB": SET, REMOVE, ADD and DELETE, each at most once. */
import { expressionError, type TokenReader } from './lexer.ts'
import { parsePath, parsePathOrValue, parseValue } from './parse-path.ts'
import type { SetOperand, UpdateAction } from './syntax.ts'

const sections = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const
type Section = (typeof sections)[number]

export function parseUpdate(reader: TokenReader): UpdateAction[] {
  const actions: UpdateAction[] = []
  const seen = new Set<Section>()
  while (reader.peek().kind !== 'end') {
    const section = sections.find((name) => reader.isKeyword(name))
    if (section === undefined) throw reader.syntaxError()
    if (seen.has(section)) {
      throw expressionError(
        'UpdateExpression',
        `The "${section}" section can only be used once in an update expression;`,
      )
    }
    seen.add(section)
    reader.take()
    do actions.push(parseAction(reader, section))
    while (reader.takeSymbol(','))
  }
  return actions
}

function parseAction(reader: TokenReader, kind: Section): UpdateAction {
  const path = parsePath(reader)
  if (kind === 'REMOVE') return { kind, path }
  if (kind !== 'SET') return { kind, path, placeholder: parseValue(reader) }
  reader.expectSymbol('=')
  return { kind, path, value: parseSum(reader) }
}

/** DynamoDB takes one `+` or `-`. */
function parseSum(reader: TokenReader): SetOperand {
  const left = parseSetOperand(reader)
  if (reader.takeSymbol('+')) return { kind: 'add', left, right: parseSetOperand(reader) }
  if (reader.takeSymbol('-')) return { kind: 'subtract', left, right: parseSetOperand(reader) }
  return left
}

function parseSetOperand(reader: TokenReader): SetOperand {
  if (reader.takeSymbol('(')) {
    const operand = parseSum(reader)
    reader.expectSymbol(')')
    return operand
  }
  const { kind, text } = reader.peek()
  if (kind !== 'word' || reader.peek(1).text !== '(') return parsePathOrValue(reader)
  if (text !== 'if_not_exists' && text !== 'list_append') {
    throw expressionError('UpdateExpression', `Invalid function name; function: ${text}`)
  }
  reader.take()
  reader.expectSymbol('(')
  const operand = text === 'if_not_exists' ? parseIfNotExists(reader) : parseListAppend(reader)
  reader.expectSymbol(')')
  return operand
}

function parseIfNotExists(reader: TokenReader): SetOperand {
  const path = parsePath(reader)
  reader.expectSymbol(',')
  return { kind: 'if_not_exists', path, otherwise: parseSetOperand(reader) }
}

function parseListAppend(reader: TokenReader): SetOperand {
  const left = parseSetOperand(reader)
  reader.expectSymbol(',')
  return { kind: 'list_append', left, right: parseSetOperand(reader) }
}
