import { type ExpressionKind, expressionError, TokenReader } from './lexer.ts'
import { parseCondition } from './parse-condition.ts'
import { parsePath } from './parse-path.ts'
import { parseUpdate } from './parse-update.ts'
import type { Condition, Parsed, Path, UpdateAction } from './syntax.ts'

/** Programs repeat their expressions: each is parsed once. The oldest are forgotten. */
const maximumRemembered = 1_000

function remembered<T>(parse: (reader: TokenReader) => T) {
  const known = new Map<string, Parsed<T>>()
  return (text: string, kind: ExpressionKind): Parsed<T> => {
    const id = `${kind} ${text}`
    let parsed = known.get(id)
    if (parsed === undefined) {
      const reader = new TokenReader(kind, text)
      const tree = parse(reader)
      reader.expectEnd()
      parsed = { tree, names: [...reader.names], values: [...reader.values] }
      for (const oldest of known.keys()) {
        if (known.size < maximumRemembered) break
        known.delete(oldest)
      }
      known.set(id, parsed)
    }
    return parsed
  }
}

export const parseConditionText: (text: string, kind: ExpressionKind) => Parsed<Condition> =
  remembered(parseCondition)

export const parseUpdateText: (text: string, kind: ExpressionKind) => Parsed<UpdateAction[]> =
  remembered(parseUpdate)

export const parseProjectionText: (text: string, kind: ExpressionKind) => Parsed<Path[]> = remembered(
  (reader) => {
    const paths = [parsePath(reader)]
    while (reader.takeSymbol(',')) paths.push(parsePath(reader))
    if (paths.length === 0) throw expressionError(reader.kind, 'The expression can not be empty;')
    return paths
  },
)
