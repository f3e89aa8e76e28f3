/** JSON with comments and trailing commas, as positions in the text: enough to insert and remove members and leave the rest as it is. */

export type JsonNode = ObjectNode | ArrayNode | LeafNode
type Span = { start: number; end: number }
export type Member = Span & { key: string; value: JsonNode }
export type ObjectNode = Span & { kind: 'object'; members: Member[] }
export type ArrayNode = Span & { kind: 'array'; items: JsonNode[] }
type LeafNode = Span & { kind: 'leaf'; value: unknown }

/** Deeper than any configuration. */
const maximumDepth = 100

/** @throws `SyntaxError` if the text is not JSON, or has a key twice. */
export function parseJson(text: string): JsonNode {
  const reader = new Reader(text)
  const node = reader.value(0)
  reader.blank()
  if (reader.position < text.length) throw reader.failure()
  return node
}

class Reader {
  position: number
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    // A byte order mark.
    this.position = text.startsWith('\ufeff') ? 1 : 0
  }

  failure(): SyntaxError {
    const line = this.#text.slice(0, this.position).split('\n').length
    return new SyntaxError(`line ${line} is not JSON`)
  }

  /** Skips white space and comments. */
  blank(): void {
    const found = this.#match(/(?:[ \t\r\n]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y)
    this.position += found?.length ?? 0
  }

  value(depth: number): JsonNode {
    if (depth > maximumDepth) throw this.failure()
    this.blank()
    if (this.#text[this.position] === '{') return this.#object(depth)
    if (this.#text[this.position] === '[') return this.#array(depth)
    return this.#leaf()
  }

  #object(depth: number): ObjectNode {
    const start = this.position
    const members: Member[] = []
    const keys = new Set<string>()
    const end = this.#list('}', () => {
      const key = this.#leaf()
      if (typeof key.value !== 'string' || keys.has(key.value)) throw this.failure()
      keys.add(key.value)
      this.blank()
      if (this.#text[this.position] !== ':') throw this.failure()
      this.position++
      const value = this.value(depth + 1)
      members.push({ key: key.value, value, start: key.start, end: value.end })
    })
    return { kind: 'object', members, start, end }
  }

  #array(depth: number): ArrayNode {
    const start = this.position
    const items: JsonNode[] = []
    const end = this.#list(']', () => items.push(this.value(depth + 1)))
    return { kind: 'array', items, start, end }
  }

  /** Reads what stands between brackets, and returns the position after them. */
  #list(close: string, readOne: () => void): number {
    this.position++
    this.blank()
    while (this.#text[this.position] !== close) {
      readOne()
      this.blank()
      if (this.#text[this.position] === ',') {
        this.position++
        this.blank()
      } else if (this.#text[this.position] !== close) throw this.failure()
    }
    this.position++
    return this.position
  }

  #leaf(): LeafNode {
    const start = this.position
    const found = this.#match(/"(?:[^"\\\r\n]|\\.)*"|[-+\w.]+/y)
    if (found === undefined) throw this.failure()
    let value: unknown
    try {
      value = JSON.parse(found)
    } catch {
      throw this.failure()
    }
    this.position += found.length
    return { kind: 'leaf', value, start, end: this.position }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    return pattern.exec(this.#text)?.[0]
  }
}

/** The value that a node stands for. */
export function plainOf(node: JsonNode): unknown {
  if (node.kind === 'leaf') return node.value
  if (node.kind === 'array') return node.items.map(plainOf)
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainOf(value)]))
}
