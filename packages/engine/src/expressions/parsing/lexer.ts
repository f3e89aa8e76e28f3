import { validationError } from '../../errors.ts'

export type Token = {
  kind: 'word' | 'name' | 'value' | 'number' | 'symbol' | 'end'
  text: string
}

/** The name of an expression in error messages. */
export type ExpressionKind =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression'

const tokenPattern =
  /\s*(?:(?<name>#[A-Za-z0-9_]+)|(?<value>:[A-Za-z0-9_]+)|(?<number>\d+)|(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<symbol><>|<=|>=|[=<>()[\],.+-]))/y

/** Walks over the tokens of one expression and collects its placeholders. */
export class TokenReader {
  readonly kind: ExpressionKind
  readonly names = new Set<string>()
  readonly values = new Set<string>()
  readonly #tokens: Token[]
  #position = 0

  constructor(kind: ExpressionKind, text: string) {
    this.kind = kind
    this.#tokens = tokensOf(kind, text)
  }

  /** @param ahead  How many tokens behind the next one. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#position + ahead] ?? { kind: 'end', text: '<EOF>' }
  }

  take(): Token {
    const token = this.peek()
    this.#position++
    return token
  }

  isSymbol(text: string): boolean {
    const token = this.peek()
    return token.kind === 'symbol' && token.text === text
  }

  /** Keywords are recognized in any case. */
  isKeyword(text: string): boolean {
    const token = this.peek()
    return token.kind === 'word' && token.text.toUpperCase() === text
  }

  takeSymbol(text: string): boolean {
    const found = this.isSymbol(text)
    if (found) this.#position++
    return found
  }

  takeKeyword(text: string): boolean {
    const found = this.isKeyword(text)
    if (found) this.#position++
    return found
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) throw this.syntaxError()
  }

  expectEnd(): void {
    if (this.peek().kind !== 'end') throw this.syntaxError()
  }

  syntaxError(): Error {
    return expressionError(this.kind, `Syntax error; token: "${this.peek().text}"`)
  }
}

export function expressionError(kind: ExpressionKind, message: string): Error {
  return validationError(`Invalid ${kind}: ${message}`)
}

/** 4 KB at most ("Expression parameters", quotas of DynamoDB). */
const maximumExpressionSize = 4096

function tokensOf(kind: ExpressionKind, text: string): Token[] {
  if (text.trim() === '') throw expressionError(kind, 'The expression can not be empty;')
  const size = Buffer.byteLength(text)
  if (size > maximumExpressionSize) {
    throw expressionError(
      kind,
      `Expression size has exceeded the maximum allowed size; expression size: ${size}`,
    )
  }
  const tokens: Token[] = []
  const trimmed = text.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < trimmed.length) {
    const position = tokenPattern.lastIndex
    const groups = tokenPattern.exec(trimmed)?.groups
    const [type, token] = Object.entries(groups ?? {}).find(([, found]) => found !== undefined) ?? []
    if (type === undefined || token === undefined) {
      throw expressionError(kind, `Syntax error; token: "${trimmed.slice(position).trimStart()[0]}"`)
    }
    tokens.push({ kind: type as Token['kind'], text: token })
  }
  return tokens
}
