/** The statements of a TOML file, as positions in the text. What is not TOML is refused, so that lines may be added at the end. */

export type Statement = {
  kind: 'table' | 'array' | 'value' | 'comment'
  /** The whole path of keys; empty for a comment. */
  path: string[]
  start: number
  /** Before the end of the line. */
  end: number
}

const blank = /[ \t]*/y
const blankLines = /(?:[ \t\r\n]|#[^\r\n]*)*/y
const lineEnd = /\r?\n|$/y
const comment = /#[^\r\n]*/y
const key = /[\w-]+|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'/y
/** Strings, of several lines or of one, and then numbers, dates and booleans. */
const scalar =
  /"""(?:[^\\]|\\[\s\S])*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?|[-+]?[\w.:+-]+/y
const maximumDepth = 100

/** @throws `SyntaxError` if the text is not TOML. */
export function parseToml(text: string): Statement[] {
  const statements: Statement[] = []
  let position = text.startsWith('\ufeff') ? 1 : 0
  /** The table to which values belong. */
  let table: string[] = []

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = position
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) position += found.length
    return found
  }
  function failure(): SyntaxError {
    return new SyntaxError(`line ${text.slice(0, position).split('\n').length} is not TOML`)
  }
  function expect(expected: string): void {
    if (!text.startsWith(expected, position)) throw failure()
    position += expected.length
  }
  function keys(): string[] {
    const path: string[] = []
    do {
      if (path.length > 0) position++
      take(blank)
      const found = take(key)
      if (found === undefined) throw failure()
      path.push(nameOf(found, failure))
      take(blank)
    } while (text[position] === '.')
    return path
  }
  function value(depth: number): void {
    if (depth > maximumDepth) throw failure()
    if (text[position] === '[') list(']', () => value(depth + 1))
    else if (text[position] === '{') list('}', () => member(depth + 1))
    else if (!take(scalar)) throw failure()
  }
  function member(depth: number): void {
    keys()
    expect('=')
    take(blank)
    value(depth)
  }
  function list(close: string, readOne: () => void): void {
    position++
    take(blankLines)
    while (text[position] !== close) {
      readOne()
      take(blankLines)
      if (text[position] === ',') {
        position++
        take(blankLines)
      } else if (text[position] !== close) throw failure()
    }
    position++
  }
  function header(): Statement {
    const start = position
    const kind = text.startsWith('[[', position) ? 'array' : 'table'
    position += kind === 'array' ? 2 : 1
    table = keys()
    expect(kind === 'array' ? ']]' : ']')
    return { kind, path: table, start, end: position }
  }
  function assignment(): Statement {
    const start = position
    const path = [...table, ...keys()]
    expect('=')
    take(blank)
    value(0)
    return { kind: 'value', path, start, end: position }
  }
  function remark(): void {
    const start = position
    if (take(comment)) statements.push({ kind: 'comment', path: [], start, end: position })
  }

  while (position < text.length) {
    take(blank)
    if (text[position] !== '#' && !/[\r\n]/.test(text[position] ?? '\n')) {
      statements.push(text[position] === '[' ? header() : assignment())
      take(blank)
    }
    remark()
    const isLast = position === text.length
    if (take(lineEnd) === undefined) throw failure()
    if (isLast) break
  }
  return statements
}

function nameOf(text: string, failure: () => SyntaxError): string {
  if (text.startsWith("'")) return text.slice(1, -1)
  if (!text.startsWith('"')) return text
  try {
    return JSON.parse(text)
  } catch {
    throw failure()
  }
}
