/** "Using update expressions in DynamoDB": SET, REMOVE and ADD, each at most once. */
import { expressionError, type TokenReader } from './lexer.ts'
import { parsePath, parseValue } from './parse-path.ts'
import type { Path, UpdateAction } from './syntax.ts'

const sections = ['SET', 'REMOVE', 'ADD'] as const
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
  return { kind, path, ...parseSetValue(reader) }
}

/** A value of the request, or `if_not_exists` with one. */
function parseSetValue(reader: TokenReader): { unless?: Path; placeholder: string } {
  const { kind, text } = reader.peek()
  if (kind !== 'word' || reader.peek(1).text !== '(') return { placeholder: parseValue(reader) }
  if (text !== 'if_not_exists') {
    throw expressionError('UpdateExpression', `Invalid function name; function: ${text}`)
  }
  reader.take()
  reader.expectSymbol('(')
  const unless = parsePath(reader)
  reader.expectSymbol(',')
  const placeholder = parseValue(reader)
  reader.expectSymbol(')')
  return { unless, placeholder }
}
