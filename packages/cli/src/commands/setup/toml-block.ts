/** Lines of our own at the end of a file of TOML, between two comments. */
import { NotUnderstood } from './json-entry.ts'
import { parseToml, type Statement } from './toml-text.ts'

export type Block = {
  lines: readonly string[]
  /** The tables that the lines add. Nothing else may define them. */
  tables: readonly (readonly string[])[]
  /** The arrays of tables to which the lines add one. */
  arrays: readonly (readonly string[])[]
}

const begin = '# cairn setup: these lines are removed by cairn setup codex --remove'
const end = '# cairn setup: end'

const lineEndOf = (text: string) => (/\r\n/.test(text) ? '\r\n' : '\n')

const written = ({ lines }: Pick<Block, 'lines'>, lineEnd: string) => [begin, ...lines, end].join(lineEnd)

/** Returns the text with the block. Undefined: the file does not exist. The last line ends as it did before, or does not. */
export function insertBlock(text: string | undefined, block: Block): string {
  if (text === undefined) return `${written(block, '\n')}\n`
  refuseConflicts(parse(text), block)
  const lineEnd = lineEndOf(text)
  const own = written(block, lineEnd)
  if (text === '' || text === '\ufeff') return text + own
  return /\n$/.test(text) ? `${text}${lineEnd}${own}${lineEnd}` : `${text}${lineEnd}${lineEnd}${own}`
}

/** Returns the text without the block: byte for byte what it was before the insertion, and undefined if there was no file. */
export function removeBlock(text: string): string | undefined {
  const place = placeOf(text)
  if (!place) return text
  const { start, stop } = place
  const [before, after] = [text.slice(0, start), text.slice(stop)]
  if (before === '' || before === '\ufeff') {
    if (after === '\n' && before === '') return undefined
    return before + after.replace(/^\r?\n/, '')
  }
  // An empty line stands above the block, and a last line without an end got one.
  const shortened = after === '' ? before.replace(/(?:\r?\n){1,2}$/, '') : before.replace(/\r?\n$/, '')
  return shortened + after.replace(/^\r?\n/, '')
}

/** Returns the text with these lines in place of those of an earlier block. */
export function replaceBlock(text: string, block: Block): string {
  const place = placeOf(text)
  if (!place) return insertBlock(text, block)
  refuseConflicts(
    place.statements.filter(({ start }) => start < place.start || start >= place.stop),
    block,
  )
  return text.slice(0, place.start) + written(block, lineEndOf(text)) + text.slice(place.stop)
}

export const hasBlock = (text: string) => placeOf(text) !== undefined

function parse(text: string): Statement[] {
  try {
    return parseToml(text)
  } catch (error) {
    throw new NotUnderstood((error as Error).message)
  }
}

/** @throws `NotUnderstood` if the comments are not a pair. */
function placeOf(text: string): { start: number; stop: number; statements: Statement[] } | undefined {
  const statements = parse(text)
  const marks = statements.filter(
    (statement) =>
      statement.kind === 'comment' && [begin, end].includes(text.slice(statement.start, statement.end)),
  )
  if (marks.length === 0) return undefined
  const [first, last] = marks
  const isPair = marks.length === 2 && first && last && text.slice(first.start, first.end) === begin
  if (!isPair || text.slice(last.start, last.end) !== end) {
    throw new NotUnderstood('the comments of cairn setup are not a pair')
  }
  return { start: first.start, stop: last.end, statements }
}

const isBelow = (path: readonly string[], above: readonly string[]) =>
  above.every((key, index) => path[index] === key)

function refuseConflicts(statements: readonly Statement[], { tables, arrays }: Block): void {
  for (const { kind, path } of statements) {
    if (kind === 'comment') continue
    const isTaken = tables.some((table) => isBelow(path, table))
    // The parent must be a table that may be extended.
    const isClosed =
      kind !== 'table' && [...tables, ...arrays].some((own) => path.length < own.length && isBelow(own, path))
    const isOther =
      kind !== 'array' && arrays.some((array) => path.length === array.length && isBelow(path, array))
    if (isTaken || isClosed || isOther) throw new NotUnderstood(`it has ${path.join('.')} already`)
  }
}
