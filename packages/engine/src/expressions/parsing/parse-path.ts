import { expressionError, type TokenReader } from './lexer.ts'
import { isReservedWord } from './reserved-words.ts'
import type { Operand, Path, PathStep } from './syntax.ts'

/** `name.name[0]`, with placeholders anywhere. */
export function parsePath(reader: TokenReader): Path {
  const steps: PathStep[] = [parseName(reader)]
  for (;;) {
    if (reader.takeSymbol('.')) {
      steps.push(parseName(reader))
    } else if (reader.takeSymbol('[')) {
      const { kind, text } = reader.peek()
      if (kind !== 'number') throw reader.syntaxError()
      reader.take()
      reader.expectSymbol(']')
      steps.push({ index: Number(text) })
    } else {
      return steps
    }
  }
}

function parseName(reader: TokenReader): PathStep {
  const { kind, text } = reader.peek()
  if (kind === 'name') {
    reader.take()
    reader.names.add(text)
    return { placeholder: text }
  }
  if (kind !== 'word') throw reader.syntaxError()
  if (isReservedWord(text)) {
    throw expressionError(reader.kind, `Attribute name is a reserved keyword; reserved keyword: ${text}`)
  }
  reader.take()
  return { name: text }
}

/** A path or a value. */
export function parsePathOrValue(reader: TokenReader): Operand {
  if (reader.peek().kind !== 'value') return { kind: 'path', path: parsePath(reader) }
  return { kind: 'value', placeholder: parseValue(reader) }
}

export function parseValue(reader: TokenReader): string {
  const { kind, text } = reader.peek()
  if (kind !== 'value') throw reader.syntaxError()
  reader.take()
  reader.values.add(text)
  return text
}
